// The letters to an owner who signs in at the OpenID provider and has no password: none asks for what this owner cannot do.
import { ownerChangeKinds } from '@remembrance/contract/owner-changes.ts';
import { expect, test } from 'vitest';
import type { LetterContent } from './letter-content.ts';
import { renderLetter } from './render-letter.ts';

const letterhead = { productName: 'Keepsake', supportEmail: 'help@keep.example', publicUrl: 'https://keep.example' };
const at = '2027-03-04T09:30:00.000Z';
const resetLink = 'https://keep.example/forgotten-password';
const signInLink = 'https://keep.example/sign-in';
const account = 'https://keep.example/account';
const firstName = 'Ona';

const change = { firstName, vaultTitle: 'For Rosa', before: at, after: at, at, until: at };

/** Every letter to an owner that mentions how to sign in, except those about a password that the owner has. */
const letters: LetterContent[] = [
  { kind: 'account-exists', facts: { firstName, signInLink, resetLink } },
  { kind: 'new-device', facts: { firstName, device: 'Firefox', network: '192.0.2.7', at, link: account, resetLink } },
  { kind: 'two-factor-reset', facts: { firstName, stage: 'done', endsAt: at, link: account } },
  { kind: 'account-deletion', facts: { firstName, until: at, signInLink } },
  { kind: 'account-kept', facts: { firstName, plans: [], link: 'https://keep.example/account/billing' } },
  ...ownerChangeKinds.flatMap((kind): LetterContent[] => [
    { kind: 'owner-change', facts: { ...change, kind, link: resetLink, isWayBack: false } },
    {
      kind: 'owner-change-undone',
      facts: {
        firstName,
        kind,
        vaultTitle: 'For Rosa',
        isPutBack: true,
        signsOut: true,
        resetLink,
        link: null,
        until: null,
      },
    },
  ]),
];
const nameOf = ({ kind, facts }: LetterContent) => [kind, 'kind' in facts ? facts.kind : ''].filter(Boolean).join(' ');

test.each(letters.map((letter) => [nameOf(letter), letter] as const))(
  'an owner without a password is sent to the provider by the letter %s',
  (_name, letter) => {
    const { text } = renderLetter(letter, { ...letterhead, signsInAtProvider: true });
    expect(text).toMatch(/change your password at the provider where you sign in|at your sign-in provider/i);
    expect(text).not.toMatch(/new password|(sign in with|without) (your|the) password|forgotten-password|\/sign-in\b/);
    expect(text).not.toMatch(/undefined|true|false|\.\.|\.,/);
    const withPassword = renderLetter(letter, letterhead).text;
    expect(withPassword).toMatch(/(new|your) password/i);
    expect(withPassword).not.toMatch(/at (the|your sign-in) provider/);
  },
);

test('an owner without a password can keep a deleted account, since the letter leads to the provider', () => {
  const facts = { firstName, until: at, signInLink };
  const letter: LetterContent = { kind: 'account-deletion', facts };
  expect(renderLetter(letter, { ...letterhead, signsInAtProvider: true }).text).toContain(
    'https://keep.example/api/login',
  );
  expect(renderLetter(letter, letterhead).text).toContain(signInLink);
});

test('an owner without a password who asks for a new one reads that the account has no password so far', () => {
  const letter: LetterContent = { kind: 'password-reset', facts: { firstName, link: 'https://keep.example/n#x' } };
  expect(renderLetter(letter, { ...letterhead, signsInAtProvider: true }).text).toContain('has no password so far');
  expect(renderLetter(letter, letterhead).text).toContain('your password will not change');
});
