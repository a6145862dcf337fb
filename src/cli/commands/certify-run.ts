import { TopoGuardError } from '../../errors/index.ts';
import { EXIT } from '../exit-codes.ts';
import { READER_LIMITS } from '../input/context-reader.ts';
import { certifyLines } from '../output/certify-report.ts';
import { Diagnostics } from '../output/diagnostics.ts';
import { StreamSink } from '../output/sink.ts';
import type { Services } from '../services.ts';
import { painter, type Terminal } from '../terminal.ts';
import { CERTIFIED_DETECTOR, type CertifyFlags } from './certify.ts';
import { findingsOf } from './certify-findings.ts';
import { estimationHalf, type FilePass, measureFile } from './certify-measure.ts';
import { screeningOptions } from './screening-flags.ts';

/**
 * Says whether the detection certificate applies to two files, and what its threshold does on them beside a calibrated one.
 *
 * @returns the exit code: `incomplete` where contexts could not be screened
 * @throws TopoGuardError OPTION_INVALID, CALIBRATION_TOO_SMALL, or when nothing can be read
 */
export async function runCertify(
  benignFile: string,
  attackedFile: string,
  flags: CertifyFlags,
  services: Services,
  terminal: Terminal,
): Promise<number> {
  if (benignFile === '-' || attackedFile === '-') {
    throw new TopoGuardError('OPTION_INVALID', 'certify reads its files twice, and standard input is read once', {
      remedy: 'Give the names of two files',
    });
  }
  const diagnostics = new Diagnostics(terminal, { quiet: flags.quiet === true });
  const { maxLineBytes, detector = CERTIFIED_DETECTOR, fpr } = flags;
  const limits = maxLineBytes === undefined ? READER_LIMITS : { ...READER_LIMITS, maxLineBytes };
  const pass: FilePass = { terminal, diagnostics, limits };
  const screening = await screeningOptions(flags, services, terminal);
  const { profile } = await services.calibrate(estimationHalf(benignFile, pass), { ...screening, detector, fpr });
  const guard = await services.createGuard({ ...screening, profile, signals: 'all' });
  try {
    const benign = await measureFile(benignFile, guard, pass);
    const attacked = await measureFile(attackedFile, guard, pass);
    const findings = findingsOf(benign, attacked, { ...flags, detector });
    const sink = new StreamSink(terminal.stdout);
    await sink.write(
      flags.format === 'json'
        ? `${JSON.stringify(findings, null, 2)}\n`
        : `${certifyLines(findings, painter(terminal.stdout, terminal.env)).join('\n')}\n`,
    );
    await sink.flush();
    return benign.left.errors + attacked.left.errors > 0 ? EXIT.incomplete : EXIT.success;
  } finally {
    await guard.close();
  }
}
