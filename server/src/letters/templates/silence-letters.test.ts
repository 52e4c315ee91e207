// What the emails say if an owner's silence releases a vault: nobody has asked for it, and each names what ends it. And what an executor reads
// about what they did themselves.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { expect, test } from 'vitest';
import type { FactsOf } from './letter-content.ts';
import { renderLetter } from './render-letter.ts';

const letterhead = { productName: 'Keepsake', supportEmail: 'help@keep.example', publicUrl: 'https://keep.example' };
const link = 'https://keep.example/step#t0ken';
const at = '2027-03-04T09:30:00.000Z';
const textOf = <Kind extends LetterKind>(kind: Kind, facts: FactsOf<Kind>) => {
  const { subject, text } = renderLetter({ kind, facts } as Parameters<typeof renderLetter>[0], letterhead);
  expect(`${subject} ${text}`).not.toMatch(/null|undefined/);
  return `${subject}\n${text.replaceAll(/\s+/g, ' ')}`;
};

const vault = { vaultTitle: 'For Rosa', recipientName: 'Rosa', dueAt: at, link, askedBy: null, agreedBy: null };
const toOwner = { ...vault, firstName: 'Ona', stops: true, stage: 'started' as const };
const toExecutor = {
  ...vault,
  executorName: 'Edda',
  ownerName: 'Ona Reyes',
  isAsker: false,
  endedBy: null,
  reason: '',
  notice: 'waiting',
};

test('the owner reads why it will be released, and three ways to stop it', () => {
  const text = textOf('release-wait', toOwner);
  expect(text).toContain('You have not answered us, and you chose that your vault “For Rosa” is then released to Rosa');
  expect(text).toContain('by signing in');
  expect(text).toContain('Stop this release');
  expect(text).not.toContain('has asked');
});

test.each([
  ['answered', 'You have answered us, or were signed in'],
  ['stopped', 'You have stopped the release of your vault “For Rosa”, which was to follow'],
  ['objected', 'Edda has objected'],
  ['ended', 'Something about the vault was changed since'],
])('the owner reads why it has ended: %s', (why, words) => {
  const facts = { firstName: 'Ona', vaultTitle: 'For Rosa', askedBy: null, why, endedBy: 'Edda', reason: '', link };
  expect(textOf('release-wait-ended', facts)).toContain(words);
});

test.each([
  ['waiting', 'press “I object”'],
  ['answered', 'Ona Reyes has stopped the release'],
  ['stopped', 'it is not time. There is nothing to do.'],
  ['objected', 'Otto has objected, so it is not.'],
  ['account-deleted', 'Nothing was released.'],
])('an executor reads it: %s', (notice, words) => {
  const text = textOf('executor-wait', { ...toExecutor, notice, endedBy: notice === 'objected' ? 'Otto' : null });
  expect(text).toContain(words);
  expect(text).not.toContain('has asked');
});

test('the question and the last one say that a wait begins, and nothing of it without the choice', () => {
  const question = {
    firstName: 'Ona',
    stage: 'question' as const,
    months: 3,
    followsAt: at,
    vaultTitles: [],
    vaults: 0,
    link,
    hasLink: true,
    page: link,
  };
  const releasing = { ...question, releaseTitles: ['For Rosa'], releases: 1 };
  expect(textOf('check-in', releasing)).toContain('After that, the wait of your vault “For Rosa” begins');
  expect(textOf('check-in', releasing)).not.toContain('Nothing is opened');
  expect(textOf('check-in', { ...releasing, stage: 'last' })).toMatch(
    /If there is no answer by .+, the wait of your vault “For Rosa” begins, and at its end it is released, as you chose/,
  );
  const both = { ...releasing, stage: 'last' as const, vaultTitles: ['For Emil'], vaults: 1 };
  expect(textOf('check-in', both)).toContain('And we write to the executors of your vault “For Emil”');
  expect(textOf('check-in', question)).not.toContain('wait');
});

test('the recipient reads that the owner had arranged it, and the owner why', () => {
  const facts = { recipientName: 'Rosa', ownerName: 'Ona Reyes', link, validUntil: at, releasedBy: null };
  for (const kind of ['recipient-invitation', 'recipient-fresh-link'] as const) {
    expect(textOf(kind, { ...facts, bySilence: true })).toContain('as Ona Reyes had arranged');
    expect(textOf(kind, facts)).toContain('Ona Reyes chose this day');
  }
  const released = { firstName: 'Ona', vaultTitle: 'For Rosa', recipientName: 'Rosa', releasedBy: null, at };
  expect(textOf('vault-released', { ...released, bySilence: true })).toContain(
    'because you had not answered our check-in',
  );
  expect(textOf('vault-released', released)).toContain('the date you chose');
});

test('an executor reads what they did themselves as theirs, and when they can ask again', () => {
  const asked = { ...toExecutor, askedBy: 'Edda', notice: 'objected', endedBy: 'Edda', reason: 'I was wrong.' };
  const withdrawn = textOf('executor-wait', { ...asked, isAsker: true, isEnder: true, pauses: true });
  expect(withdrawn).toContain('You have asked to release it and have withdrawn the request. You wrote: “I was wrong.”');
  expect(withdrawn).toContain('only the other executors can ask for it in the next 3 days');
  expect(withdrawn).not.toContain('Anyone who still thinks');
  const objected = textOf('executor-wait', { ...asked, askedBy: 'Otto', isEnder: true });
  expect(objected).toContain('Otto has asked to release it. You have objected, so the request has ended. You wrote:');
  expect(objected).toContain('Anyone who still thinks that it is time can ask again.');
  const agreed = { ...asked, askedBy: 'Otto', notice: 'waiting', agreedBy: 'Edda', endedBy: null };
  expect(textOf('executor-wait', { ...agreed, isAgreer: true })).toContain(
    'Otto has asked to release it, and you agree.',
  );
});
