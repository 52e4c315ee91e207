// Who is notified when a letter could not be delivered, and what they can do about it.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { ada, another, edda, rosa } from '@remembrance/contract/testing/cast.ts';
import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, paidVault, releasedVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { press, vaultWith } from '../../../testing/waiting-vaults.ts';
import type { LetterFacts } from '../../letters/ledger/open-letter.ts';
import { MailRefused, MailUnavailable } from '../../letters/mailers/mailer.ts';
import { sendDueLetters } from '../../letters/sending/send-due-letters.ts';
import type { FactsOf } from '../../letters/templates/letter-content.ts';
import { renderLetter } from '../../letters/templates/render-letter.ts';
import { letters } from '../../platform/database/schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ OPERATOR_EMAIL: 'op@keep.example' });
});
afterAll(() => app.close());

/** Sends the due letters through a mail server that rejects these addresses and is unavailable for all others. */
const sendRefusing = async (...addresses: string[]) => {
  const mailer = {
    ...app.services.mailer,
    send: async ({ to }: { to: { email: string } }) => {
      throw addresses.includes(to.email)
        ? new MailRefused('550 5.1.1 no such user')
        : new MailUnavailable('unavailable');
    },
  };
  for (let turn = 0; turn < 40; turn += 1) await sendDueLetters({ ...app.services.letterSending, mailer });
};
const of = (vaultId: string, kind: LetterKind) => and(eq(letters.vaultId, vaultId), eq(letters.kind, kind));
const kindsTo = async (email: string) => (await app.lettersTo(email)).map(({ kind }) => kind);
let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));

test('LET-66: an undeliverable letter to a recipient is reported to the operator, the owner and the executor, with what they can do', async () => {
  const owner = await newOwner();
  const vault = await releasedVault(app, owner);
  await sendRefusing(rosa.email);
  const facts = { recipientName: rosa.name, recipientEmail: rosa.email, vaultTitle: vault.title };
  expect(await app.lastLetter('recipient-unreached', edda.email)).toMatchObject({ name: edda.name, ...facts });
  expect(await app.lastLetter('recipient-unreached', owner.email)).toMatchObject({ name: owner.firstName, ...facts });
  const notice = await app.lastLetter('operator-notice', 'op@keep.example');
  const [letter] = await app.database.select().from(letters).where(of(vault.id, 'recipient-invitation'));
  expect(notice).toMatchObject({
    what: 'An email could not be delivered',
    details: [
      `The first is email ${letter?.id} of the kind recipient-invitation, about vault ${vault.id}. “npm run admin -- letters --failed” lists them all.`,
      `The log has the reason. Once the cause is fixed, “npm run admin -- resend-letter ${letter?.id} --reason "<why>"” sends it again.`,
    ],
  });
  expect(await kindsTo(owner.email)).not.toContain('executor-unreached');
});

test('a thousand undeliverable letters are one letter a day to the operator with their number, and the owners are notified of each', async () => {
  app.clock.pass({ hours: 36 - app.clock.now().getUTCHours() }); // the middle of tomorrow, so that no day ends in the test
  const given = async () =>
    (await app.database.select().from(letters).where(like(letters.onceKey, 'operator/letters-given-up/%')))
      .filter(({ status }) => status !== 'sent')
      .map(({ facts, dueAt }) => ({
        times: ((facts as LetterFacts).content.facts as FactsOf<'operator-notice'>).times,
        dueAt,
      }));
  await app.sendLetters();
  expect(await given()).toEqual([]);
  const owners = [await newOwner(), await newOwner(), await newOwner()];
  for (const owner of owners.slice(0, 2)) await releasedVault(app, owner);
  await sendRefusing(rosa.email);
  expect(await given()).toEqual([{ times: 2, dueAt: expect.any(Date) }]);
  for (const { email } of owners.slice(0, 2)) expect(await kindsTo(email)).toContain('recipient-unreached');
  app.clock.pass({ minutes: 15 });
  await app.sendLetters();
  expect(await given()).toEqual([]);
  // Those after it are in the letter of the next day, which begins then.
  await releasedVault(app, owners[2] as Owner);
  await sendRefusing(rosa.email);
  const [next] = await given();
  expect(next).toMatchObject({ times: 1 });
  expect(next?.dueAt.toISOString()).toMatch(/T00:00:00.000Z$/);
});

test('LET-66: an undeliverable letter to an executor is reported to the owner, with a link to the vault', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  await sendRefusing(edda.email);
  expect(await app.lastLetter('executor-unreached', owner.email)).toMatchObject({
    executorEmail: edda.email,
    vaultTitle: vault.title,
    firstName: 'Ada',
    link: `${app.services.publicUrl}/vault/${vault.id}`,
  });
  expect(await kindsTo(owner.email)).not.toContain('recipient-unreached');
});

test('LET-66: an undeliverable email about a request is reported to the owner too, and not as one with a code', async () => {
  const vault = await vaultWith(app, { waitHours: 72 });
  await app.sendLetters();
  await press(app, vault);
  await sendRefusing(vault.emails[0] ?? '');
  const facts = await app.lastLetter('executor-unreached', vault.owner.email);
  expect(facts).toMatchObject({ executorEmail: vault.emails[0], vaultTitle: vault.title });
  const { text } = renderLetter({ kind: 'executor-unreached', facts }, app.services.letterSending.letterhead);
  expect(text).not.toContain('code to your vault');
});

test('an undeliverable notice to the operator causes no further notice', { tags: 'long' }, async () => {
  const notices = () => app.database.select().from(letters).where(eq(letters.recipient, 'op@keep.example'));
  const before = await notices();
  app.clock.pass({ days: 1 }); // these letters wait for a retry
  await sendRefusing('op@keep.example');
  const ended = before.map(({ status }) => (status === 'sent' ? 'sent' : 'failed'));
  expect(ended).toContain('failed');
  expect((await notices()).map(({ status }) => status).sort()).toEqual(ended.sort());
});

test("an undeliverable letter to a vault's owner is not reported as one to an executor or recipient", async () => {
  const owner = await newOwner();
  await releasedVault(app, owner);
  await sendRefusing(owner.email);
  const unreached = (kinds: string[]) => kinds.filter((kind) => kind.endsWith('-unreached'));
  expect(await kindsTo(owner.email)).toContain('vault-released');
  expect(unreached(await kindsTo(owner.email))).toEqual([]);
});
