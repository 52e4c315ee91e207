// Letters whose words depend on the event: each variant reads as a complete text, and tells its reader what to do.
import type { OwnerChangeKind } from '@remembrance/contract/owner-changes.ts';
import { expect, test } from 'vitest';
import type { FactsOf, LetterContent } from './letter-content.ts';
import { renderLetter } from './render-letter.ts';

const letterhead = { productName: 'Keepsake', supportEmail: 'help@keep.example', publicUrl: 'https://keep.example' };
const at = '2027-03-04T09:30:00.000Z';
const until = '2027-03-11T09:30:00.000Z';
const link = 'https://keep.example/undo-change#x';
const textOf = (content: LetterContent) => renderLetter(content, letterhead).text;
/** No fact is missing, and no sentence has a gap. */
function expectWhole(text: string): void {
  expect(text).not.toMatch(/undefined|null|NaN|\[object|“”|\(\)| {2}(?! )\S.*\n(?!\n)|\. \./);
  expect(text).not.toMatch(/\n\n\n\n/);
}

const change = (kind: OwnerChangeKind, isWayBack: boolean): FactsOf<'owner-change'> => ({
  firstName: 'Ona',
  kind,
  at,
  until,
  link,
  isWayBack,
  vaultTitle: 'For Rosa',

  before: 'Rosa (rosa@example.com)',
  after: 'Mallory (mallory@example.com)',
  ...(kind === 'content' && { before: null, after: 'its message was replaced and 2 files were removed' }),
  ...(kind === 'release-date' && { before: '2027-04-01T08:00:00.000Z', after: null }),
});
const changes: [OwnerChangeKind, happened: RegExp, putsBack: RegExp | null][] = [
  ['recipient', /recipient of your vault “For Rosa” was changed.*Rosa.*Mallory/, /restore the previous recipient/],
  [
    'content',
    /content of your vault “For Rosa” was changed: its message was replaced and 2 files were removed\. We keep the previous content until March 11/,
    /restore the previous message and files\. What was changed since then is replaced, and we keep it for seven days/,
  ],
  ['release-date', /date of your vault “For Rosa”, April 1, 2027 at 8:00 AM UTC, was removed/, /restore the date/],
  [
    'executor',
    /executor of your vault “For Rosa” was changed.*Rosa.*Mallory/,
    /restore what was there before\. If that takes an address away, we send a new code/,
  ],
  ['executor-code', /new code for your vault “For Rosa” was sent to its executor, Mallory/, null],
  ['vault-deletion', /vault “For Rosa” was deleted.*On March 11, 2027/, /restore it as it was/],
  ['export', /copy of everything in your account was downloaded/, null],
  ['passkey-added', /a passkey was added to your account/, /remove that passkey/],
  ['two-factor-on', /second step at sign-in was turned on/, /turn it off again/],
  ['two-factor-off', /second step at sign-in was turned off/, /turn it on again, with your previous authenticator app/],
  ['recovery-codes-renewed', /new recovery codes were created/, /stop the new codes from working/],
  ['provider-linked', /your account was linked to your sign-in provider/, null],
  ['passkey-removed', /the passkey “Rosa \(rosa@example.com\)” was removed/, null],
  ['token-created', /the read-only token “.+” was created in your account/, null],
  ['sessions-ended', /a browser was signed out of your account: Rosa.* This was done from another browser/, null],
  ['name', /name on your account was changed from Rosa.* to Mallory/, /restore the previous name/],
  ['email-asked', /asked to move it to the address Mallory/, /address then does not change/],
  ['email', /moved from the address Rosa.* to Mallory/, /restore the previous address/],
];

test.each(changes)(
  'the letter about a change (%s) describes the change, and what its link restores',
  (kind, happened, putsBack) => {
    const text = textOf({ kind: 'owner-change', facts: change(kind, true) });
    expect(text).toMatch(happened);
    expect(text).toContain('Until March 11, 2027 at 9:30 AM UTC, the link below signs everybody else out.');
    if (putsBack) expect(text).toMatch(putsBack);
    else expect(text).not.toContain('You can restore');
    expect(text).toContain('Opening the link changes nothing yet');
    expectWhole(text);
  },
);

test.each(changes)(
  'the copy to an address that is new to the account (%s) links to a new password and restores nothing',
  (kind, happened) => {
    const text = textOf({
      kind: 'owner-change',
      facts: { ...change(kind, false), link: 'https://keep.example/forgotten-password' },
    });
    expect(text).toMatch(happened);
    expect(text).not.toMatch(/restore|This was not me|signs everybody else out\. /);
    expect(text).toContain('choose a new password, which signs everybody else out');
    expectWhole(text);
  },
);

test.each([
  [
    null,
    'Your vault has a release date',
    'a release date was set for your vault “For Rosa”: April 3, 2027 at 8:00 AM UTC.',
    'Remove the date',
  ],
  [
    '2027-04-01T08:00:00.000Z',
    'The release date of your vault was changed',
    'from April 1, 2027 at 8:00 AM UTC to April 3, 2027 at 8:00 AM UTC.',
    'Restore the date',
  ],
])(
  'the letter about a new release date names the previous one (%s) and the delivery date, and what its link does',
  (before, subject, words, action) => {
    const facts = { ...change('release-date', true), before, after: '2027-04-03T08:00:00.000Z' };
    const letter = renderLetter({ kind: 'owner-change', facts }, letterhead);
    expect(letter.subject).toBe(subject);
    expect(letter.text).toContain(words);
    expect(letter.text).toContain('Once they have opened it, the delivery cannot be undone.');
    expect(letter.text).toContain(`${action}:`);
    expectWhole(letter.text);
  },
);

test.each([
  ['2027-04-03T08:00:00.000Z', 'your plan Basic Plus was cancelled. It ends on April 3, 2027 at 8:00 AM UTC'],
  [null, 'your plan Basic Plus was cancelled and has ended.'],
])('the letter about a cancelled plan says when it ends (%s), and that the vaults remain', (after, words) => {
  const facts = { ...change('plan-cancelled', true), vaultTitle: null, before: 'Basic Plus', after };
  const text = textOf({ kind: 'owner-change', facts });
  expect(text).toContain(words);
  expect(text).toContain('Your vaults stay');
  expectWhole(text);
});

const noWayBack = { link: null, until: null };

test('the letter about the end of all other sessions says so', () => {
  const facts = { ...change('sessions-ended', true), before: null, after: null };
  expect(textOf({ kind: 'owner-change', facts })).toContain('all browsers except one were signed out of your account.');
});

test('the letters about a deleted vault also serve an owner who changed their mind', () => {
  const text = textOf({ kind: 'owner-change', facts: change('vault-deletion', true) });
  expect(text).toContain('If you changed your mind, restore the vault here; nobody is signed out.');
  const facts = {
    firstName: 'Ona',
    kind: 'vault-deletion',
    vaultTitle: 'For Rosa',
    resetLink: '',
    ...noWayBack,
  } as const;
  const back = textOf({ kind: 'owner-change-undone', facts: { ...facts, isPutBack: true, signsOut: false } });
  expect(back).toMatch(/“For Rosa” is back/);
  expect(back).toContain('Nobody was signed out.');
  expect(back).not.toContain('choose a new password');
});

test('the letter about an undone change has a way back to what it replaced, if there is one', () => {
  const facts = {
    firstName: 'Ona',
    kind: 'content',
    vaultTitle: 'For Rosa',
    resetLink: '',
    isPutBack: true,
    signsOut: true,
  } as const;
  const link = 'https://keep.example/undo-change#token';
  const text = textOf({ kind: 'owner-change-undone', facts: { ...facts, link, until: '2027-03-11T09:30:00.000Z' } });
  expect(text).toMatch(/is kept until March 11, 2027.*Restore what was there before.*undo-change#token/s);
  expect(textOf({ kind: 'owner-change-undone', facts: { ...facts, ...noWayBack } })).not.toContain('Restore what');
});

const undone: [OwnerChangeKind, RegExp][] = [
  ['title', /has its previous title again/],
  ['recipient', /“For Rosa” is for the previous recipient again/],
  ['content', /“For Rosa” has its previous message and files again/],
  [
    'release-date',
    /change to the release date of your vault “For Rosa” was undone\. If the vault now has neither an executor nor/,
  ],
  ['executor-added', /who was added to your vault “For Rosa” is removed.*has neither an executor nor/],
  ['executor', /“For Rosa” has its previous executor again/],
  ['vault-deletion', /“For Rosa” is back/],
  ['passkey-added', /added passkey was removed/],
  ['two-factor-on', /second step at sign-in is off again/],
  ['two-factor-off', /second step at sign-in is on again, with your previous authenticator app/],
  ['recovery-codes-renewed', /new recovery codes no longer work.*create others/],
  ['name', /Your account has its previous name again/],
  ['email-asked', /address of your account was not changed/],
  ['email', /has its previous address again/],
];

test.each(undone)(
  'the letter about an undone change (%s) says what was restored, or else only that others were signed out',
  (kind, words) => {
    const facts = {
      firstName: 'Ona',
      kind,
      vaultTitle: 'For Rosa',
      signsOut: true,
      resetLink: 'https://keep.example/forgotten-password',
      ...noWayBack,
    };
    const back = renderLetter({ kind: 'owner-change-undone', facts: { ...facts, isPutBack: true } }, letterhead);
    expect(back.subject).toBe('The change was undone');
    expect(back.text).toMatch(words);
    const out = renderLetter({ kind: 'owner-change-undone', facts: { ...facts, isPutBack: false } }, letterhead);
    expect(out.subject).toBe('Everybody else was signed out');
    expect(out.text).not.toMatch(words);
    for (const { text } of [back, out]) {
      expect(text).toContain('Please choose a new password');
      expectWhole(text);
    }
  },
);

type Ways = NonNullable<FactsOf<'password-changed'>['ways']>;
test.each<[Ways, string]>([
  [{ passkeysRemoved: 0, passkeysLeft: 0, twoFactor: 'off' }, 'Every browser was signed out.'],
  [
    { passkeysRemoved: 1, passkeysLeft: 0, twoFactor: 'off' },
    'Every browser was signed out. 1 passkey was removed. You can add them again in your account.',
  ],
  [
    { passkeysRemoved: 2, passkeysLeft: 1, twoFactor: 'left' },
    'Every browser was signed out. 2 passkeys were removed. You can add them again in your account. 1 passkey still signs in to your account. The second step at sign-in stays on. If you did not turn it on, use the link in our email about it.',
  ],
  [
    { passkeysRemoved: 0, passkeysLeft: 3, twoFactor: 'removed' },
    'Every browser was signed out. The second step at sign-in was turned off, because we could not tell whether you had turned it on. You can turn it on again in your account. 3 passkeys still sign in to your account.',
  ],
])('after a reset with %j the letter says: %s', (ways, words) => {
  const text = textOf({ kind: 'password-changed', facts: { firstName: 'Ona', resetLink: link, ways } });
  expect(text.split('\n\n')).toContain(words);
});

test('after a password change in the account the letter does not mention other ways to sign in', () => {
  const text = textOf({ kind: 'password-changed', facts: { firstName: 'Ona', resetLink: link } });
  expect(text).not.toMatch(/passkey|second step|signed out/);
});

test.each([
  ['recipient', /Rosa has opened them again with a code/],
  ['executor', /your executor has opened them again/],
  ['owner', /you have opened them again/],
  ['operator', /the people who run Keepsake have opened them again/],
] as const)('the owner reads that the %s opened the questions again', (by, words) => {
  const facts = { firstName: 'Ona', vaultTitle: 'For Rosa', recipientName: 'Rosa', by, wrongInAll: 50, at };
  expect(textOf({ kind: 'owner-questions-reopened', facts })).toMatch(words);
});

test('one use of a code gets a different letter than many uses, and an announced reset a different one than a finished reset', () => {
  const used = (times: number) =>
    textOf({
      kind: 'executor-used',
      facts: { firstName: 'Ona', vaultTitle: 'For Rosa', executorName: 'Edda', at, times, link },
    });
  expect(used(1)).toContain('On March 4, 2027 at 9:30 AM UTC, the code we sent to Edda was used to look');
  expect(used(69)).toContain('The code we sent to Edda was used 69 more times');
  const reset = (stage: 'ordered' | 'halfway' | 'done') =>
    textOf({ kind: 'two-factor-reset', facts: { firstName: 'Ona', stage, endsAt: until, link } });
  for (const stage of ['ordered', 'halfway'] as const) {
    expect(reset(stage)).toContain('We will do this on March 11, 2027');
    expect(reset(stage)).toContain('I did not ask for this');
  }
  expect(reset('done')).toContain('We have turned off the second step');
  expect(reset('done')).not.toContain('I did not ask for this');
});

test('each email about a release that waits has its own subject', () => {
  const wait = { firstName: 'Ona', vaultTitle: 'For Rosa', recipientName: 'Rosa', askedBy: 'Edda', agreedBy: null };
  const facts = { ...wait, dueAt: until, stops: true, link };
  const stages = ['asked', 'started', 'halfway', 'day'] as const;
  expect(
    stages.map((stage) => renderLetter({ kind: 'release-wait', facts: { ...facts, stage } }, letterhead).subject),
  ).toEqual([
    'Edda asks to release your vault',
    'Your vault will be released on March 11, 2027',
    'Half of the wait is over: your vault will be released on March 11, 2027',
    'Your vault will be released within a day',
  ]);
});
