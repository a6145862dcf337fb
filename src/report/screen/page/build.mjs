// Bundles the page's script into ../page-script.ts. Run after a change to anything it imports; a test compares.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

/** The bundled script as one line of JavaScript, safe inside a script element. */
export async function bundlePage() {
  const { outputFiles } = await build({
    entryPoints: [join(here, 'main.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
  });
  const script = outputFiles[0].text.trim();
  if (/<\/script|<!--/i.test(script)) throw new Error('the bundle would end its script element');
  return script;
}

/** The module that holds it. */
export function scriptModule(script) {
  const literal = script.replace(/[\\`]|\$\{/g, (c) => `\\${c}`);
  return `/** Built from page/ by page/build.mjs; change it there. */\nexport const PAGE_SCRIPT = \`${literal}\`;\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(join(here, '..', 'page-script.ts'), scriptModule(await bundlePage()));
}
