// What the build scripts have in common: where the package is, and which tools the machine has.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** Path of the first of `names` that is an executable in PATH, or undefined. */
export function findTool(...names) {
  const extensions = process.platform === 'win32' ? (process.env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';') : [''];
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      for (const extension of extensions) {
        const file = join(folder || '.', name + extension);
        if (isExecutable(file)) return file;
      }
    }
  }
  return undefined;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Runs a program to its end and keeps its output; never throws. */
export function run(program, args, options = {}) {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26, ...options });
  return { ok: done.status === 0, output: `${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}` };
}

/**
 * What is missing to build the addon, as one phrase, or undefined. On Windows the compiler is found by CMake itself, through
 * the Visual Studio installer, and is not in PATH.
 */
export function missingTool() {
  if (!findTool('cmake')) return 'cmake is not in PATH';
  if (process.platform === 'win32') return undefined;
  const compiler = process.env.CXX?.split(' ')[0];
  if (compiler && (isExecutable(compiler) || findTool(compiler))) return undefined;
  if (!findTool('c++', 'g++', 'clang++')) return 'no C++ compiler (c++, g++ or clang++) is in PATH';
  if (!findTool('make', 'ninja')) return 'neither make nor ninja is in PATH';
  return undefined;
}
