import { EXIT } from '../exit-codes.ts';
import { printable } from '../output/display-width.ts';
import { StreamSink } from '../output/sink.ts';
import type { Services } from '../services.ts';
import { type Paint, painter, type Style, type Terminal } from '../terminal.ts';
import type { DoctorFlags } from './doctor.ts';
import { type Check, type CheckStatus, doctorChecks } from './doctor-checks.ts';

const MARKS: Readonly<Record<CheckStatus, [mark: string, style: Style]>> = {
  ok: ['ok  ', 'green'],
  unavailable: ['–   ', 'yellow'],
  failed: ['FAIL', 'red'],
};

/**
 * Reports on the installation.
 *
 * @returns the exit code: `failure` when the default guard does not work
 */
export async function runDoctor(flags: DoctorFlags, services: Services, terminal: Terminal): Promise<number> {
  const checks = await doctorChecks(services, terminal);
  const works = checks.every((check) => check.status !== 'failed');
  const sink = new StreamSink(terminal.stdout);
  if (flags.json) {
    const { version } = services;
    const { platform, arch, versions } = process;
    await sink.write(`${JSON.stringify({ works, version, node: versions.node, platform, arch, checks }, null, 2)}\n`);
  } else {
    const paint = painter(terminal.stdout, terminal.env);
    for (const check of checks) await sink.write(`${checkText(check, paint)}\n`);
    await sink.write(`\n${works ? 'The default guard works.' : paint('red', 'The default guard does not work.')}\n`);
  }
  await sink.flush();
  return works ? EXIT.success : EXIT.failure;
}

function checkText({ name, status, detail, remedy }: Check, paint: Paint): string {
  const [mark, style] = MARKS[status];
  const lines = [`${paint(style, mark)} ${paint('bold', name)}: ${printable(detail)}`];
  if (remedy !== undefined) lines.push(`     ${paint('dim', `→ ${printable(remedy)}`)}`);
  return lines.join('\n');
}
