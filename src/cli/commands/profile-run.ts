import { diffProfiles, mergeProfiles, type Profile, profileText } from '../../calibration/index.ts';
import { TopoGuardError } from '../../errors/index.ts';
import type { GuardOptions } from '../../guard/index.ts';
import { EXIT } from '../exit-codes.ts';
import { readJsonFile } from '../input/json-file.ts';
import { writeFileAtomically } from '../output/atomic-file.ts';
import { calibrationLines } from '../output/calibration-report.ts';
import { Diagnostics } from '../output/diagnostics.ts';
import { differenceLines, profileFacts, profileLines } from '../output/profile-report.ts';
import { StreamSink } from '../output/sink.ts';
import type { Services } from '../services.ts';
import { columnsOf, painter, type Terminal } from '../terminal.ts';
import type { CheckFlags, MergeFlags, ShowFlags } from './profile.ts';
import { refuseOverwriting } from './refuse-overwriting.ts';
import { screeningOptions } from './screening-flags.ts';

/** Prints a profile for people, or its facts as JSON. Returns the exit code, as all of these. */
export async function runShow(file: string, flags: ShowFlags, services: Services, terminal: Terminal): Promise<number> {
  const profile = await readProfile(file, services, terminal);
  const { stdout, env } = terminal;
  await print(
    terminal,
    flags.json
      ? [JSON.stringify(profileFacts(profile), null, 2)]
      : profileLines(profile, columnsOf(stdout, env), painter(stdout, env)),
  );
  return EXIT.success;
}

/**
 * Reads a profile, which verifies its form and content hash, then makes a guard with it and the options given, which verifies
 * that they fit. A profile for another encoder than the bundled one needs that encoder named, else this part is left out and said so.
 *
 * @throws TopoGuardError PROFILE_INVALID, PROFILE_MISMATCH, or what making the guard throws
 */
export async function runCheck(
  file: string,
  flags: CheckFlags,
  services: Services,
  terminal: Terminal,
): Promise<number> {
  const profile = await readProfile(file, services, terminal);
  const lines = [`content: ok (version ${profile.version}, sha256 ${profile.hash})`];
  if (flags.encoder === undefined && !profile.encoder.id.startsWith('static:')) {
    lines.push(`guard: not checked; name the encoder of ${profile.encoder.id} with --encoder`);
  } else {
    const options: GuardOptions = { ...(await screeningOptions(flags, services, terminal)), profile };
    if (flags.detector !== undefined) options.detector = flags.detector;
    const guard = await services.createGuard(options);
    try {
      lines.push(`guard: ok (detector ${profile.detector.name}, encoder ${guard.encoder.id})`);
    } finally {
      await guard.close();
    }
  }
  await print(terminal, lines);
  return EXIT.success;
}

/** Merges profiles into one, written whole. @throws TopoGuardError PROFILE_MISMATCH naming what differs */
export async function runMerge(
  files: string[],
  flags: MergeFlags,
  services: Services,
  terminal: Terminal,
): Promise<number> {
  if (files.length < 2) {
    throw new TopoGuardError('OPTION_INVALID', 'there is only one profile to merge', {
      location: { field: 'profiles' },
      remedy: 'Give two or more',
    });
  }
  await refuseOverwriting(
    files.map((file, i) => [`profile ${i + 1}`, file]),
    [['--output', flags.output]],
  );
  const profiles: Profile[] = [];
  for (const file of files) profiles.push(await readProfile(file, services, terminal));
  const merged = profiles.reduce((a, b) => mergeProfiles(a, b));
  if (flags.output === '-') await print(terminal, [profileText(merged).trimEnd()]);
  else await writeFileAtomically(flags.output, profileText(merged));
  const { stderr, env } = terminal;
  const diagnostics = new Diagnostics(terminal, { quiet: flags.quiet === true });
  const counts = { used: merged.count, skipped: 0, attacks: 0 };
  for (const line of calibrationLines(merged, counts, columnsOf(stderr, env), painter(stderr, env)))
    diagnostics.note(line);
  if (flags.output !== '-') diagnostics.note(`written to ${flags.output}`);
  return EXIT.success;
}

/** Prints how two profiles differ; a difference is no failure. */
export async function runDiff(
  first: string,
  second: string,
  flags: ShowFlags,
  services: Services,
  terminal: Terminal,
): Promise<number> {
  const [a, b] = [await readProfile(first, services, terminal), await readProfile(second, services, terminal)];
  const difference = diffProfiles(a, b);
  const { stdout, env } = terminal;
  await print(
    terminal,
    flags.json
      ? [JSON.stringify(difference, null, 2)]
      : differenceLines(difference, columnsOf(stdout, env), painter(stdout, env)),
  );
  return EXIT.success;
}

async function readProfile(file: string, services: Services, terminal: Terminal): Promise<Profile> {
  return services.parseProfile(await readJsonFile(file, terminal), file);
}

async function print(terminal: Terminal, lines: readonly string[]): Promise<void> {
  const sink = new StreamSink(terminal.stdout);
  await sink.write(`${lines.join('\n')}\n`);
  await sink.flush();
}
