import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/**
 * Installs the packages of a directory's lock file, unless node_modules already holds exactly them.
 *
 * @param {string} directory
 * @param {{ env?: Record<string, string> }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function installDependencies(directory, { env } = {}) {
  if (isInstalled(directory)) return { code: 0, output: '' };
  return run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: directory, env });
}

/** npm writes what it installed into node_modules/.package-lock.json; optional packages of other platforms are absent there. */
function isInstalled(directory) {
  const installedFile = join(directory, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}
