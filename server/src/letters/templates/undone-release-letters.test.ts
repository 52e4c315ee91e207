// The emails about a release and its undo: what each of the three people reads, and that a letter which version 1.0.0 has queued still renders.
import { expect, test } from 'vitest';
import type { FactsOf, LetterContent } from './letter-content.ts';
import { renderLetter } from './render-letter.ts';

const letterhead = {
  productName: 'Remembrance',
  supportEmail: 'help@keep.example',
  publicUrl: 'https://keep.example',
};
const at = '2027-03-04T09:00:00.000Z';
const render = (content: LetterContent) => renderLetter(content, letterhead);
const released = { firstName: 'Ona', vaultTitle: 'For Rosa', recipientName: 'Rosa', releasedBy: 'Edda', at };
const undone: FactsOf<'release-undone'> = {
  firstName: 'Ona',
  vaultTitle: 'For Rosa',
  recipientName: 'Rosa',
  at,
  removedDate: null,
  nextDate: null,
  hasExecutor: true,
  isRecipientNotified: false,
  canEdit: false,
  link: 'https://keep.example/vault/1',
};
const ownersEmail = (facts: Partial<FactsOf<'release-undone'>>) =>
  render({ kind: 'release-undone', facts: { ...undone, ...facts } }).text;

test('UNDO-3: the email about a release has the link and its end; one that version 1.0.0 queued leaves both out', () => {
  const link = 'https://keep.example/undo-change#x';
  const { text } = render({ kind: 'vault-released', facts: { ...released, link, until: '2027-03-11T09:00:00.000Z' } });
  expect(text).toMatch(
    /Until March 11, 2027.*Opening the link changes nothing yet\..*Undo the release:\nhttps:\/\/keep\.example\/undo-change#x/s,
  );
  const before = render({ kind: 'vault-released', facts: released });
  for (const shown of [before.subject, before.text, before.html])
    expect(shown).not.toMatch(/undefined|null|undo-change|Opening the link/);
  expect(before.text).toContain('you can undo the release on the vault’s page until Rosa has confirmed who they are');
});

test('the email about an undone release says to its owner what goes on, and nothing that is not so', () => {
  expect(ownersEmail({})).toMatch(
    /Rosa can no longer open it.*Your executor keeps their code and can release the vault again/s,
  );
  expect(ownersEmail({})).not.toMatch(/edit the vault|written to them|release date|null|undefined/);
  expect(ownersEmail({ canEdit: true, isRecipientNotified: true })).toMatch(
    /have written to them.*You can edit the vault again/s,
  );
  expect(ownersEmail({ removedDate: at })).toMatch(/March 4, 2027.*was removed.*used no edit/s);
  expect(ownersEmail({ nextDate: at })).toMatch(/still has its release date.*March 4, 2027/s);
  expect(ownersEmail({ hasExecutor: false })).toMatch(
    /neither an executor nor a release date.*can never be delivered/s,
  );
  expect(ownersEmail({ hasExecutor: false })).not.toContain('keeps their code');
});

test('the email to an executor says that there is nothing to do and that the code stays valid', () => {
  const facts = {
    executorName: 'Edda',
    ownerName: 'Ona Reyes',
    vaultTitle: 'For Rosa',
    recipientName: 'Rosa',
    removesDate: false,
  };
  const { text } = render({ kind: 'executor-release-undone', facts });
  expect(text).toMatch(/nothing you need to do\. Your code is still valid and has not changed/);
  expect(text).not.toContain('release date');
  const withDate = render({ kind: 'executor-release-undone', facts: { ...facts, removesDate: true } });
  expect(withDate.text).toContain('nothing happens by itself');
});

test('the email to a recipient says neither who nor why', () => {
  const { subject, text } = render({ kind: 'recipient-release-undone', facts: { recipientName: 'Rosa' } });
  expect(text).toMatch(/done nothing wrong, and there is nothing you need to do.*we will write to you again/s);
  expect(`${subject} ${text}`).not.toMatch(/undone|released?\b|owner|executor|vault/i);
});
