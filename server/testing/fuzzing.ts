// For tests: a given number of hostile requests to the complete service. `FUZZ_SEED` selects which.
import { type AddressInfo, connect } from 'node:net';
import { api } from '@remembrance/contract/api.ts';
import { problem, problemMediaType } from '@remembrance/contract/problem.ts';
import { otto } from '@remembrance/contract/testing/cast.ts';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { expect } from 'vitest';
import { accessTable } from './access-table.ts';
import { hostileRequest, type ValidCall } from './hostile-requests.ts';
import { addFile, paidVault, recipientOf, release, signedIn } from './people.ts';
import { rawRequests } from './raw-requests.ts';
import { openTestApp, type TestApp } from './test-app.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);

let app: TestApp;
/** Cookies of a visitor, an owner and a recipient. Responses do not change them. */
let cookies: string[];
let calls: ValidCall[][];
let changes: ChangeWatch;
let strangersVault: string;
let downloadUrl: string;
const fileText = 'a heron';

export async function openFuzzing(): Promise<void> {
  app = await openTestApp();
  const ada = await signedIn(app);
  const vault = await paidVault(app, ada, { planType: 'basic_subscription' });
  const doomed = await paidVault(app, ada, { planType: 'basic_one_time' });
  const later = await paidVault(app, ada, { planType: 'premium_one_time' });
  const file = { name: 'heron.txt', type: 'text/plain', bytes: Buffer.from(fileText) };
  await addFile(ada, later.id, file);
  const released = await release(app, later);
  const recipient = await recipientOf(app, released);
  // The stranger makes no calls: whatever others send, the stranger's data must not change.
  const stranger = await signedIn(app, otto);
  const theirs = await paidVault(app, stranger);
  await addFile(stranger, theirs.id, file);
  strangersVault = theirs.id;

  const body = { fileName: 'wren.txt', fileType: 'message', mimeType: 'text/plain' } as const;
  const { uploadUrl } = await ada.ask(api.requestUpload, { params: { id: vault.id }, body });
  downloadUrl = recipient.content.files[0]?.downloadUrl ?? '';
  const [executor] = await ada.ask(api.listExecutors, { params: { id: vault.id } });
  cookies = ['', ada.cookie(), recipient.cookie()];
  calls = validCalls({
    vaults: [vault.id, released.id, theirs.id],
    // Calls that end a vault use separate vaults, so that the others stay available.
    endings: [doomed.id, released.id, theirs.id],
    codes: [doomed.code, released.code],
    token: released.token,
    links: { putUpload: uploadUrl, downloadFile: downloadUrl },
    part: { default: executor?.id ?? '', verifyAccessEmail: released.recipientEmail },
  });
  changes = await watchChanges(app.ownerConnection);
}

export async function closeFuzzing(): Promise<void> {
  await changes?.close();
  await app?.close();
}

interface SeededIds {
  vaults: string[];
  endings: string[];
  codes: string[];
  token: string;
  links: Record<string, string>;
  part: { default: string; verifyAccessEmail: string };
}

/** Valid calls of every endpoint with real ids. */
function validCalls({ vaults, endings, codes, token, links, part }: SeededIds): ValidCall[][] {
  const names = Object.keys(api) as (keyof typeof api)[];
  return names.map((name) => {
    const { send, holder } = accessTable[name];
    const link = links[name] ? new URL(links[name]) : null;
    const ids = link
      ? [link.pathname.split('/').at(-1) ?? '']
      : /^(delete|release)Vault$/.test(name)
        ? endings
        : vaults;
    const secrets = link ? [link.search] : holder === 'executor' ? codes : [token];
    return ids.flatMap((id) =>
      secrets.map((secret) => {
        const belonging = name === 'verifyAccessEmail' ? part.verifyAccessEmail : part.default;
        const { params = {}, query = {}, body } = send({ id, secret, part: belonging });
        return { endpoint: api[name], params, query, body } as ValidCall;
      }),
    );
  });
}

/** Wrong guesses are refused but counted, and may cause a letter to the recipient. */
const countedBy: Record<string, string[]> = {
  '/api/vault-access/verify-email': ['access_guesses', 'acts', 'journal_changes', 'letters'],
  '/api/vault-access/verify-answers': ['access_guesses', 'acts', 'journal_changes', 'letters'],
};
const countedAlways = ['rate_limits', 'sessions'];

/** Every request must be answered without a fault, and a refused one must change nothing. */
export async function sendMutated(requests: number): Promise<void> {
  const answers = new Map<number, number>();
  const before = await strangersThings();
  await changes.readChanges();
  // Mostly as the owner, because most calls by others are refused early.
  const request = fc.record({ who: fc.constantFrom(0, 1, 1, 1, 1, 2, 2), request: hostileRequest(calls) });
  await fc.assert(
    fc.asyncProperty(request, async ({ who, request }) => {
      const own = { host: 'localhost:3000', origin: 'http://localhost:3000', cookie: cookies[who] };
      const answer = await app.app.inject({ ...request, headers: { ...own, ...request.headers } });
      answers.set(answer.statusCode, (answers.get(answer.statusCode) ?? 0) + 1);
      checkAnswer(request, answer, await changes.readChanges());
    }),
    { seed, numRuns: requests, endOnFailure: true },
  );
  expect(await strangersThings()).toEqual(before);
  expect(app.logLines, 'a fault was logged').toEqual([]);
  // A run in which everything is refused for one reason would prove little.
  expect([...answers.values()].reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(requests * 0.9);
  for (const status of [200, 400, 401, 403, 404, 413, 415])
    expect(answers.get(status), String(status)).toBeGreaterThan(requests < 5000 ? 0 : 20);
}

function checkAnswer(
  request: InjectOptions & { url: string },
  answer: LightMyRequestResponse,
  changed: string[],
): void {
  const { statusCode: status, headers, body } = answer;
  if (status >= 500) throw new Error(`a fault: ${status} ${body}`);
  if (status < 400 || request.method === 'HEAD') return;
  if (!String(headers['content-type']).startsWith(problemMediaType)) throw new Error(`no problem: ${status} ${body}`);
  if (problem.parse(JSON.parse(body)).status !== status) throw new Error(`${status} says ${body}`);
  const counted = [...countedAlways, ...(countedBy[request.url] ?? [])];
  const unexpected = changed.filter((table) => !counted.includes(table));
  if (unexpected.length > 0) throw new Error(`${status} ${body} has changed ${unexpected}`);
}

/** Every row of the stranger's vault, and the row counts of related tables. */
async function strangersThings(): Promise<unknown> {
  const { rows } = await app.database.execute(sql`
    select v, (select json_agg(f) from vault_files f where f.vault_id = v.id) as files,
      (select json_agg(e) from executors e where e.vault_id = v.id) as executors,
      (select json_agg(q order by position) from security_questions q where q.vault_id = v.id) as questions,
      (select count(*) from letters l where l.vault_id = v.id) as letters,
      (select count(*) from acts a where a.vault_id = v.id) as acts
    from vaults v where v.id = ${strangersVault}`);
  return rows;
}

/** @param every 1 for all of them, 2 for every second one, and so on */
export async function sendRawBytes(every: number): Promise<void> {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.app.server.address() as AddressInfo;
  const sent = rawRequests(seed).filter((_, place) => place % every === 0);
  expect(sent.length).toBeGreaterThanOrEqual(300 / every);
  for (let i = 0; i < sent.length; i += 20) {
    const answers = await Promise.all(sent.slice(i, i + 20).map((raw) => sendRaw(port, raw)));
    for (const [n, answer] of answers.entries()) {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
      const asked = JSON.stringify(sent[i + n]?.bytes.toString('latin1').slice(0, 300));
      expect(status, `${asked}: ${answer.slice(0, 300)}`).toBeLessThan(500);
    }
    const health = await fetch(`http://127.0.0.1:${port}/api/health`);
    expect(health.status).toBe(200);
  }
  expect(app.logLines, 'a fault was logged').toEqual([]);
}

const idleMilliseconds = 150;

/** The response, up to the end of the connection or a pause. */
function sendRaw(port: number, { bytes, disconnect }: { bytes: Buffer; disconnect: boolean }): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const parts: Buffer[] = [];
    const end = () => {
      socket.destroy();
      resolve(Buffer.concat(parts).toString('latin1'));
    };
    socket.setTimeout(idleMilliseconds, end);
    socket.on('data', (part) => parts.push(part));
    socket.on('error', end);
    socket.on('close', end);
    socket.write(bytes, () => {
      if (disconnect) socket.destroy();
    });
  });
}

export async function askForRanges(runs: number): Promise<void> {
  const number = fc.oneof(fc.nat(12), fc.constantFrom(-1, 7.5, 2 ** 53, 10 ** 30));
  const range = fc.oneof(
    fc.tuple(number, number).map(([first, last]) => `bytes=${first}-${last}`),
    number.map((first) => `bytes=${first}-`),
    number.map((suffix) => `bytes=-${suffix}`),
    fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).map((text) => `bytes=${text}`),
    fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
  );
  await fc.assert(
    fc.asyncProperty(range, async (header) => {
      const answer = await app.app.inject({ url: downloadUrl, headers: { range: header } });
      const { statusCode: status, headers, body } = answer;
      expect([200, 206, 416]).toContain(status);
      if (status === 416) {
        expect(headers['content-range']).toBe(`bytes */${fileText.length}`);
        return;
      }
      const [, first = '0', last = '0'] = /^bytes (\d+)-(\d+)\/7$/.exec(String(headers['content-range'])) ?? [];
      expect(body).toBe(status === 200 ? fileText : fileText.slice(Number(first), Number(last) + 1));
      expect(headers['content-length']).toBe(String(body.length));
    }),
    { seed, numRuns: runs },
  );
}

interface ChangeWatch {
  /** The tables with inserted, updated or deleted rows since the last call. */
  readChanges(): Promise<string[]>;
  close(): Promise<void>;
}

/** Records by triggers which tables are written to. The records belong to the tables' owner; the service's role has no access to them. */
async function watchChanges(owner: pg.ClientConfig | undefined): Promise<ChangeWatch> {
  const client = new pg.Client(owner);
  await client.connect();
  await client.query('create schema watch; create unlogged table watch.changes (name text not null)');
  await client.query(`
    create function watch.note() returns trigger language plpgsql security definer as
    $$ begin insert into watch.changes values (tg_table_name); return null; end $$`);
  await client.query(`
    do $$ declare one text; begin
      for one in select table_name from information_schema.tables where table_schema = 'public' loop
        execute format('create trigger note after insert or update or delete on public.%I for each row execute function watch.note()', one);
      end loop;
    end $$`);
  return {
    async readChanges() {
      const { rows } = await client.query<{ name: string }>('delete from watch.changes returning name');
      return [...new Set(rows.map(({ name }) => name))].sort();
    },
    close: () => client.end(),
  };
}
