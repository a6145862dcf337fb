import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The task that a process or thread of this program was started for, with what it was told. */
export interface ChildTask {
  task: string;
  given: unknown;
}

const FLAG = '--child-task';

/** Path of the running program: this module is bundled into it. */
export const programPath = fileURLToPath(import.meta.url);

/** The task this process was started for; null in the first process. */
export function childTask(): ChildTask | null {
  const at = process.argv.indexOf(FLAG);
  return at < 0 ? null : (JSON.parse(process.argv[at + 1]) as ChildTask);
}

/**
 * Runs a task in a Node process of its own and resolves to the JSON of its last line; lines before go to `progress`.
 *
 * @throws Error with the end of its error output where it fails
 */
export function runOwnChild<T>(
  task: ChildTask,
  flags: readonly string[],
  progress: (line: string) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...flags, programPath, FLAG, JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let last = '';
    let rest = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (last !== '') progress(last);
        last = line;
      }
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors = `${errors}${chunk}`.slice(-4000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code !== 0) reject(new Error(`the child for ${task.task} ended with code ${code}: ${errors.trim()}`));
      else resolve(JSON.parse(rest === '' ? last : rest) as T);
    });
  });
}
