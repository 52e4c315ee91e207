// The database cost of an operation: how many statements it takes, and none of them reads a complete growing table.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimLetters } from '../src/letters/ledger/claim-store.ts';
import { usedStatements } from '../src/platform/database/prepared.ts';
import { minutesLater } from '../src/platform/lib/clock.ts';
import { releaseDueVaults } from '../src/vaults/release/release-due-vaults.ts';
import { countStatements, noteStatements } from '../testing/count-statements.ts';
import { growTables } from '../testing/grow-tables.ts';
import { draftVault, paidVault, recipientOf, releasedVault, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let noted: ReturnType<typeof noteStatements>;
beforeAll(async () => {
  noted = noteStatements();
  app = await openTestApp();
});
afterAll(async () => {
  await app.close();
  noted.stop();
});

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const inADay = () => minutesLater(app.clock.now(), 24 * 60).toISOString();
const failed = (vaultId: string, error: unknown) => expect.fail(`${vaultId}: ${String(error)}`);

/** The database is compared with what this process knows: before a call without an account, and in a release (decision 169). */
const comparison = expect.stringContaining('pg_postmaster_start_time()');

describe('each operation takes a fixed number of statements', () => {
  test('the list of vaults takes 1 statement', async () => {
    const owner = await newOwner();
    await draftVault(owner);
    expect(await countStatements(() => owner.ask(api.listVaults))).toEqual(['find_session_with_vaults']);
  });

  test("a recipient's page takes 2 statements", { tags: 'long' }, async () => {
    const vault = await releasedVault(app, await newOwner());
    const recipient = await recipientOf(app, vault);
    const read = () => recipient.ask(api.verifyAccess, { query: { token: vault.token } });
    expect(await countStatements(read)).toEqual(['find_link', 'list_released_files']);
  });

  const insertOfLinks = expect.stringMatching(/^insert into "access_verifications"/);
  const countOfUndone = expect.stringMatching(/^select "vault_id", count\(\*\) from "acts"/);
  const insertOfUndoLinks = expect.stringMatching(/^insert into "owner_changes"/);
  const consequences = [countOfUndone, insertOfLinks, insertOfUndoLinks, 'insert_acts', 'insert_letters'];
  const beforeCreation = ['find_session', 'read_owner_room', 'count_try'];
  const insertion = [
    'lock_owner',
    'read_owner_room',
    expect.stringMatching(/^insert into "vaults"/),
    expect.stringMatching(/^insert into "vault_keys"/),
    expect.stringMatching(/^insert into "security_questions"/),
    expect.stringMatching(/^insert into "executors"/),
    'insert_acts',
  ];

  test("a draft takes 7 statements under its owner's lock", async () => {
    const owner = await newOwner();
    const statements = await countStatements(() => draftVault(owner));
    expect(statements).toEqual([...beforeCreation, 'begin', ...insertion, 'commit', 'find_vault_of']);
  });

  test("a vault on a free place, active immediately, takes 15 statements under its owner's lock", {
    tags: 'long',
  }, async () => {
    const owner = await newOwner();
    await paidVault(app, owner, { planType: 'premium_one_time' });
    expect(await countStatements(() => draftVault(owner, { planType: 'premium_one_time' }))).toEqual([
      ...beforeCreation,
      ...['begin', ...insertion, expect.stringMatching(/^update "user_subscriptions"/)],
      expect.stringMatching(/^update "vaults"/),
      expect.stringMatching(/^select .* from "users"/),
      expect.stringMatching(/^select .* from "executors"/),
      expect.stringMatching(/^update "executors"/),
      ...['insert_letters', 'insert_acts', 'insert_acts', 'commit'],
      'find_vault_of',
    ]);
  });

  test('a release by an executor takes 13 statements', { tags: 'long' }, async () => {
    const { id: vaultId, code: accessCode } = await paidVault(app, await newOwner());
    const release = () => app.caller().ask(api.releaseVault, { params: { vaultId }, body: { accessCode } });
    expect(await countStatements(release)).toEqual([
      ...['count_try', comparison],
      ...['begin', comparison, 'lock_code_holder', expect.stringMatching(/^select .* from "release_requests"/)],
      ...['release_by_executor', ...consequences, 'commit'],
    ]);
  });

  test('a batch of scheduled releases takes 10 statements, whatever its size', { tags: 'long' }, async () => {
    const date = { scheduledReleaseDate: inADay() };
    for (let count = 0; count < 3; count += 1) await paidVault(app, await newOwner(), date);
    app.clock.pass({ days: 1 });
    await app.services.clockWatch.trustedNow();
    const release = async () => expect(await releaseDueVaults(app.services, { onFailure: failed })).toBe(3);
    const statements = await countStatements(release);
    expect(statements.filter((text) => !text.includes('clock_heartbeat'))).toEqual([
      ...['list_due_requests', 'list_due'],
      ...['begin', comparison, 'lock_free_vaults', 'release_on_date', ...consequences, 'commit'],
      'list_due',
    ]);
  });

  test("an executor's code takes 8 statements within the hour after its letter, and 3 if it is wrong", {
    tags: 'long',
  }, async () => {
    const { code: accessCode } = await paidVault(app, await newOwner());
    const verify = () => app.caller().ask(api.verifyExecutor, { body: { accessCode } });
    await verify();
    const used = [
      'begin',
      'lock_by_access_code',
      expect.stringMatching(/^update "executors"/),
      'insert_acts',
      'commit',
    ];
    expect(await countStatements(verify)).toEqual(['count_try', comparison, 'find_by_access_code', ...used]);
    const wrong = { body: { accessCode: 'AAAAA-AAAAA-AAAAA-AAAAA' } };
    const refused = await countStatements(() => app.caller().refused(api.verifyExecutor, wrong));
    expect(refused).toEqual(['count_try', comparison, 'find_by_access_code']);
  });

  test('a request for lost codes takes 4 statements and the comparison if the address is named nowhere', async () => {
    const request = () => app.caller().ask(api.sendAgain, { body: { email: 'nobody@example.com' } });
    const statements = await countStatements(request);
    expect(statements).toContainEqual(comparison);
    // Two of them run at the same time, and a new connection for one of them is compared too.
    expect(statements.filter((text) => !text.includes('pg_postmaster_start_time()')).toSorted()).toEqual([
      ...['count_try', 'count_try', 'list_codes_of_address', 'list_released_to_address'],
    ]);
  });

  test('any number of letters takes one statement to claim them, one to record their sending, one look for more in each of three rounds and one for a hold in each round and one after the journal, two transactions for the journal, and for each executor code one statement and one look whether a new owner has paid', {
    tags: 'long',
  }, async () => {
    await app.sendLetters();
    const owner = await newOwner();
    await app.sendLetters();
    await paidVault(app, owner);
    const sent = await countStatements(app.sendLetters);
    const ofLetters = sent.filter((text) => /^(claim|mark|find)_/.test(text));
    const sending = ['claim_due_letters', 'find_code_source', 'mark_letters_sent'];
    expect(ofLetters).toEqual([...sending, ...Array(3).fill('claim_due_letters')]);
    // The journal is written once before sending and once after, for all letters: a look, and a transaction with a read of each kind.
    // Each of the four rounds reads whether the database is on hold.
    // Before each write and once for all letters after it the database is compared, and each write asks whether the lease is still its own.
    expect(sent.filter((text) => text === 'begin')).toHaveLength(2);
    expect(sent.length - ofLetters.length).toBe(12 + 11 + 4 + 1);
  });
});

test('no statement on a hot path scans a growing table, whatever values it is planned for', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const now = app.clock.now();
  await claimLetters(app.database, { now, leaseEndsAt: now, max: 1, except: [], letterIds: [] });
  const client = new pg.Client(app.ownerConnection);
  client.on('error', () => {}); // the database may be dropped before the client closes
  await client.connect();
  await growTables(client);
  await client.query('set plan_cache_mode = force_generic_plan');
  const readWhole: string[] = [];
  const used = [...usedStatements()].filter(([name]) => noted.names.has(name));
  for (const [name, text] of used) {
    await client.query(`prepare ${name} as ${text}`);
    const values = [...new Set(text.match(/\$\d+/g))].map(() => 'null').join(', ');
    const { rows } = await client.query(`explain execute ${name}${values && `(${values})`}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    for (const [, table = ''] of plan.matchAll(/Seq Scan on (\w+)/g))
      if (!['plans', 'clock_heartbeat', 'journal_changes', 'journal_head'].includes(table))
        readWhole.push(`${name}: ${table}`);
  }
  await client.end();
  expect(used.length).toBeGreaterThan(15);
  expect(readWhole).toEqual([]);
});
