// From a clean clone to a screened example: installs, builds the addon where a compiler is there, screens, writes a report.
import { fileURLToPath } from 'node:url';
import { buildNative, report as reportNative } from './build-native.mjs';
import { installDependencies } from './install-dependencies.mjs';
import { run } from './run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const report = 'topoguard-report.html';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  stop(`Node ${process.versions.node} is too old: topoguard needs 20.19 or newer`);

say('installing packages (about half a minute the first time)');
const installed = await installDependencies(root);
if (installed.code !== 0) stop('npm ci failed', installed.output);

// Says in one line what was built, or why the JS backend will run; never a reason to stop.
if (['js', 'reference'].includes(process.env.TOPOGUARD_BACKEND)) {
  say(`TOPOGUARD_BACKEND=${process.env.TOPOGUARD_BACKEND}: the addon is not needed`);
} else {
  say('building the addon, where there is a compiler (about half a minute)');
  reportNative(buildNative());
}

say('building');
const built = await run('npm', ['run', '--silent', 'build'], { cwd: root });
if (built.code !== 0) stop('the build failed', built.output);

// 5 % rather than the default 1 %: a first look should show what can be seen. The table says so.
const screened = await run(
  process.execPath,
  ['dist/cli.js', 'screen', 'examples/contexts.jsonl', '--fpr', '0.05', '--report', report, '--signals', 'all'],
  {
    cwd: root,
    show: true,
    env: process.stdout.isTTY ? { FORCE_COLOR: '1', COLUMNS: String(process.stdout.columns) } : {},
  },
);
if (screened.code !== 0) stop('screening the examples failed');
say(`report: ${report} (open it in a browser)`);

function say(text) {
  console.log(`quickstart: ${text}`);
}

function stop(text, output = '') {
  if (output) console.error(output);
  console.error(`quickstart: ${text}`);
  process.exit(1);
}
