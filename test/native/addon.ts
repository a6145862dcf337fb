import { createRequire } from 'node:module';
import type { Addon } from '../../src/linalg/native/addon.ts';
import { loadNative } from '../../src/linalg/native/index.ts';

/** What came of loading the addon on this machine. */
export const native = loadNative();

const required = process.env.TOPOGUARD_REQUIRE_NATIVE === '1';
if (!native.backend && required) throw new Error(`TOPOGUARD_REQUIRE_NATIVE=1, but: ${native.reason}`);
if (!native.backend) console.warn(`native backend not tested: ${native.reason}`);

/** Without the addon its tests are skipped, unless TOPOGUARD_REQUIRE_NATIVE=1. */
export const isBuilt = native.backend !== undefined;

/** The addon itself, below the backend that translates its errors. */
export const rawAddon = (): Addon => createRequire(import.meta.url)(native.path as string) as Addon;
