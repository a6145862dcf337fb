import type { Plugin } from 'vite';

export declare function assetModules(): Plugin;
