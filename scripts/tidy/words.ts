// Rules for words: terms that the glossary replaced, and file names that say nothing.
import path from 'node:path';
import { findLines, isCode, type Rule, type SourceFile } from './tree.ts';

/** Each pattern with the word to write instead. */
const replaced: Record<string, RegExp> = {
  'webhook event, received, missed, undelivered': /\b(news|unheard|untaken)\b/i,
  'notify, notified': /\b(tellOf\w*|tellingEvents|tellSignInChange)\b|\btold\b(?!, and nothing else is affected)/i,
  'refund, refunded': /\b(giveBack|givenBack)\b|\b(give|gives|given|giving) back\b/i,
  'renewal, replaces': /\bfollowsId\b|\bfollowers?\b/i,
  status: /\bstandings?\b/i,
  'max, limit': /\b(?!almost|foremost|utmost|at most)\w*[a-z]Most\b|\bconst most\b/,
  'test harness': /\b\w*[oO]ffice\b/,
  'seed data': /\bvillage\w*\b|\bplantVillage\b/i,
  again: /\banew\b/i,
  'anyone who': /\bwhoever\b/i,
  'in the meantime': /\bmeanwhile\b/i,
  'recovered, fixed': /\b(makes? good|made good|mend(ed|s)?)\b/i,
  'two-factor': /\b(secondStep|SecondStep)\b/,
  'OpenID provider': /\boutside provider\b|\boutsideProvider\b|OutsideProvider/i,
  'payment gateway, Stripe': /\b(card processor|cardProcessor|CardProcessor)\b/i,
};

const namesOfNothing = /(?:^|-)(util|utils|helper|helpers|misc|manager|common|data|info)(?:-|\.|$)/;

export const plainWords: Rule = (tree) =>
  tree
    .filter(isWritten)
    .flatMap((file) =>
      Object.entries(replaced).flatMap(([better, pattern]) => findLines(file, pattern, `write "${better}"`)),
    );

export const namesSaySomething: Rule = (tree) =>
  tree
    .filter(isCode)
    .filter(({ path: name }) => namesOfNothing.test(path.basename(name)))
    .map(({ path: name }) => ({ path: name, says: 'its name says nothing about what it holds' }));

// Migrations are history; this file has to name what it forbids.
const isWritten = ({ path: name }: SourceFile): boolean =>
  !/migrations\/|^scripts\/tidy\/|^docs\/(rules|glossary)\.md$|^web\/src\/fonts\//.test(name);
