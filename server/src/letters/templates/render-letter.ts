// Renders a letter from its kind and facts: the subject, and the body as plain text and as HTML.
import { accountLetters } from './account-letters.ts';
import { addressLetters } from './address-letters.ts';
import { changeLetters } from './change-letters.ts';
import { checkInLetters } from './check-in-letters.ts';
import { deletionLetters } from './deletion-letters.ts';
import { executorLetters } from './executor-letters.ts';
import { followUpLetters } from './follow-up-letters.ts';
import { htmlLayout } from './html-layout.ts';
import type { LetterContent } from './letter-content.ts';
import {
  asWritten,
  type Block,
  type Letterhead,
  type LetterWords,
  type LetterWriters,
  oneLine,
  withoutMarks,
} from './letter-words.ts';
import { operatorLetters } from './operator-letters.ts';
import { ownerLetters } from './owner-letters.ts';
import { paymentLetters } from './payment-letters.ts';
import { recipientLetters } from './recipient-letters.ts';
import { rehearsalLetters } from './rehearsal-letters.ts';
import { undoneReleaseLetters } from './undone-release-letters.ts';
import { unreachedLetters } from './unreached-letters.ts';
import { waitLetters } from './wait-letters.ts';
import { yearlyLetters } from './yearly-letters.ts';

const writers: LetterWriters = {
  ...accountLetters,
  ...addressLetters,
  ...changeLetters,
  ...checkInLetters,
  ...yearlyLetters,
  ...deletionLetters,
  ...executorLetters,
  ...followUpLetters,
  ...ownerLetters,
  ...paymentLetters,
  ...recipientLetters,
  ...rehearsalLetters,
  ...undoneReleaseLetters,
  ...unreachedLetters,
  ...waitLetters,
  ...operatorLetters,
};

export function renderLetter(content: LetterContent, letterhead: Letterhead) {
  const write = writers[content.kind] as (facts: object, letterhead: Letterhead) => LetterWords; // kind and facts go together
  const words = write(onOneLine(content.facts), letterhead);
  return {
    subject: withoutMarks(words.subject),
    text: plainLayout(words, letterhead),
    html: htmlLayout(words, letterhead),
  };
}

/** Facts that a person wrote. The values before and after a change are marked where their letter says what they are. */
const writtenFacts = new Set([
  ...['name', 'firstName', 'ownerName', 'recipientName', 'executorName', 'releasedBy'],
  ...['recipientEmail', 'executorEmail', 'otherEmail', 'vaultTitle', 'note', 'words', 'earlierAddress', 'newAddress'],
  ...['askedBy', 'agreedBy', 'endedBy', 'reason'],
]);

const onOneLine = (facts: object): object =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => {
      const line = factOnOneLine(fact);
      return [name, typeof line === 'string' && writtenFacts.has(name) ? asWritten(line) : line];
    }),
  );

function factOnOneLine(fact: unknown): unknown {
  if (Array.isArray(fact)) return fact.map(factOnOneLine);
  if (typeof fact === 'object' && fact !== null) return onOneLine(fact);
  return typeof fact === 'string' ? oneLine(fact) : fact;
}

/** A link has its own line, so that it is never wrapped. */
export function plainLayout(
  { greeting, body }: LetterWords,
  { productName, supportEmail, publicUrl, reportLink }: Letterhead,
): string {
  const report = reportLink ? ['Report this email:', reportLink] : [];
  const footer = ['-- ', productName, publicUrl, `Questions: ${supportEmail}`, ...report].join('\n');
  return withoutMarks(`${[greeting, ...body.map(plainBlock), footer].join('\n\n')}\n`);
}

function plainBlock(block: Block): string {
  if (typeof block === 'string') return block;
  if ('code' in block) return `${block.label}:\n\n    ${block.code}`;
  return `${'aside' in block ? block.aside : block.action}:\n${block.link}`;
}
