// `npm run test:long [-- part…]`: everything too slow for `npm test`. Prints a table at the end, and fails on any finding.
// `npm run test:long -- changed` only names the parts that the changes since `main` touch.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { containerPackages, hasContainers } from '../../lab/image/container-engine.ts';
import { hasProxies, openssl, proxyPackages } from '../../lab/proxies/programs.ts';
import { debianPostgresPackage, hasDebianPostgres } from '../../server/testing/debian-cluster.ts';
import { hasDebianMail, mailPackages } from '../../server/testing/debian-mail.ts';
import { hasPromtool, prometheusPackages } from '../../server/testing/promtool.ts';
import { hasRadosGateway, radosGatewayPackages } from '../../server/testing/rados-gateway.ts';
import { root, run, tool } from '../processes.ts';
import { buildWebIfChanged } from '../web-build.mjs';
import { ensureChromium, installPackages, unpackPackages } from './debian-packages.ts';
import { type LongNeed, type LongPart, longParts, partsTouchedBy } from './long-parts.ts';
import { makeTestFolder } from './test-folder.ts';

const results = path.join(root, 'test-results/long');

const words = process.argv.slice(2);
if (String(words) === 'changed') await nameTouchedParts();
const unknown = words.filter((word) => !longParts.some(({ name }) => name === word));
if (unknown.length > 0) {
  console.error(
    `Usage: npm run test:long [-- part…]\n       npm run test:long -- changed   names the parts that the changes since main touch\n\n${longParts.map(describe).join('\n')}`,
  );
  process.exit(2);
}
const chosen = longParts.filter(({ name }) => words.length === 0 || words.includes(name));
mkdirSync(results, { recursive: true });
await installNeeds(new Set(chosen.flatMap(({ needs = [] }) => needs)));
buildWebIfChanged();
const rows = [];
for (const part of chosen) rows.push(await runPart(part));
console.log(`\n${rows.map(({ line }) => line).join('\n')}`);
const failed = rows.filter(({ ok }) => !ok).length;
console.log(`\n${rows.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function describe({ name, seconds, what }: LongPart): string {
  return `  ${name.padEnd(18)} about ${String(Math.ceil(seconds / 60)).padStart(2)} min  ${what}`;
}

/** On `main` itself the changes are those of its last commit and of the working tree. */
async function nameTouchedParts(): Promise<never> {
  const branch = (await run(['git', 'rev-parse', '--abbrev-ref', 'HEAD'])).output.trim();
  const changed = await run(['git', 'diff', '--name-only', branch === 'main' ? 'HEAD~1' : 'main...']);
  const added = await run(['git', 'status', '--porcelain', '--no-renames']);
  if (!changed.ok || !added.ok) {
    console.error(`git cannot compare this checkout with main:\n${changed.output}${added.output}`.trim());
    process.exit(1);
  }
  const files = [...changed.output.split('\n'), ...added.output.split('\n').map((line) => line.slice(3))];
  const parts = partsTouchedBy(files.filter(Boolean));
  console.log(parts.length === 0 ? 'No part of the long suite tests these changes.' : parts.map(describe).join('\n'));
  if (parts.length > 0) console.log(`\nnpm run test:long -- ${parts.map(({ name }) => name).join(' ')}`);
  process.exit(0);
}

/** If a part's requirement cannot be installed, its tests fail with a sentence. */
async function installNeeds(needs: ReadonlySet<LongNeed>): Promise<void> {
  if (needs.has('chromium')) await ensureChromium();
  if (needs.has('ceph') && !hasRadosGateway) await installPackages(radosGatewayPackages, 'the parts with a bucket');
  if (needs.has('postgres') && !hasDebianPostgres)
    await installPackages([debianPostgresPackage], 'the parts with a PostgreSQL server');
  if (needs.has('openssl') && !existsSync(openssl.program))
    await installPackages([openssl.package], 'the parts with a certificate');
  if (needs.has('promtool') && !hasPromtool) await unpackPackages(prometheusPackages, 'the part with alerts');
  if (needs.has('proxies') && !hasProxies) await unpackPackages(proxyPackages, 'the part with a proxy');
  if (needs.has('jq')) await installPackages(['curl', 'jq'], 'the part with the API');
  if (needs.has('containers') && !hasContainers) await installPackages(containerPackages, 'the part with containers');
  if (needs.has('mail') && !hasDebianMail) await installPackages(mailPackages, 'the part with a mail server');
  if (needs.has('libfaketime')) await installPackages(['libfaketime'], 'the parts with a wrong clock');
}

async function runPart(part: LongPart): Promise<{ ok: boolean; line: string }> {
  const { name, commands } = part;
  const started = performance.now();
  const folder = makeTestFolder();
  const outputs: string[] = [];
  let ok = true;
  console.log(`${name}: ${part.what}`);
  for (const command of commands) {
    const outcome = await run(commandOf(command), {
      environment: { TMPDIR: folder.path, REMEMBRANCE_TEST_FOLDER: folder.path },
    });
    outputs.push(`$ ${command.join(' ')}\n${outcome.output}`);
    for (const line of outcome.output.match(/^(drill|image|upgrade): .*/gm) ?? []) console.log(line);
    if (!outcome.ok) console.log(`FAILED ${command.join(' ')}\n${outcome.output.trim()}`);
    ok &&= outcome.ok;
  }
  const leftovers = folder.clear();
  for (const leftover of leftovers) console.log(`left behind: ${leftover}`);
  ok &&= leftovers.length === 0;
  writeFileSync(path.join(results, `${name}.log`), outputs.join('\n'));
  const seconds = Math.round((performance.now() - started) / 1000);
  return { ok, line: `${ok ? 'ok    ' : 'FAILED'} ${String(seconds).padStart(5)} s  ${name}` };
}

function commandOf([program = '', ...args]: string[]): string[] {
  if (program === 'playwright') return [...tool('playwright'), 'test', '--reporter=line', ...args];
  if (program !== 'vitest') return [program, ...args];
  const config = args.includes('--config') ? [] : ['--config', 'vitest.long.config.ts'];
  return [...tool('vitest'), 'run', ...config, '--reporter=minimal', ...args];
}
