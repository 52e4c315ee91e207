// Rules for words: terms that the glossary replaced, second verbs for an action that people read about, meaningless file names, and
// packed fields.
import path from 'node:path';
import { findLines, isCode, isProduction, type Rule, type SourceFile } from './tidy-tree.ts';

/** Each pattern with the preferred word. */
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

/** Each action's verb on all pages and in all letters, with the verbs that must not replace it. */
const secondVerbs: Record<string, RegExp> = {
  undo: /\b(takes?|took|taken|taking|call(s|ed|ing)?) (it |this |that |a change |the change |the release )?back\b/i,
  'use (a code)': /\b(opened|looked at) (it )?yet\b|\bcode was (opened|entered|looked at)\b/i,
  'name (an executor)': /\b(appoint|nominat)(s|e|es|ed|ing)?\b|\bdesignate(?! an Executor\b)/i,
  'start (a trial, a plan, a sign-in)': /\b(trial|plan) (has begun|began|begins)\b|\bbegin again\b/i,
  'restart (a plan)': /\bre-?activat|\b(reopen|renew|resume|restart) (the|your) (ended )?plan again\b/i,
  'cancel (a plan)': /\b(terminate|unsubscribe from|stop|end) (the|your|this) (plan|subscription)\b/i,
  'remove (a file, a date)': /\bdelete (the|this|a|your) (file|date)\b|\bcancel (the|this) (file|date|release)\b/i,
  'delete (a vault)': /\b(removed|gone|deleted) for good\b|\bremove (the|this|your) vault\b/i,
  'we have emailed': /\b(has|have) been written to\b/i,
};

/** Letters that do not arrive by mail: what the owner wrote, and signs of the alphabet. */
const otherLetters =
  /\bletters and (numbers|digits)\b|\b(Latin|accented) letters\b|\ba letter (with a separate|that (is|comes)|from Ada)\b|\b(with the|the same|shows a|opened|for a) letter\b|\b(the|A) letter (as|and|for)\b|\bsummary and letter\b/gi;
/** After a word, as in a sentence; not as the name of a constant, a class or a property. */
const letterInSentence = /(?<!\b(?:const|let|of|return|case))(?<=[\w’“”] )letters?(?![-\w(?]|\.\w| =|: [\w'`])/i;
const code = /`[^`]*`|\]\([^)]*\)/g;

const namesOfNothing = /(?:^|-)(util|utils|helper|helpers|misc|manager|common|data|info)(?:-|\.|$)/;

export const plainWords: Rule = (tree) =>
  tree
    .filter(isWritten)
    .flatMap((file) =>
      Object.entries(replaced).flatMap(([better, pattern]) => findLines(file, pattern, `write "${better}"`)),
    );

/** One verb per action. Comments may use others. */
export const oneVerbForAnAct: Rule = (tree) =>
  tree
    .filter(isRead)
    .flatMap((file) =>
      Object.entries(secondVerbs).flatMap(([better, pattern]) =>
        findLines(withoutComments(file), pattern, `write "${better}"`),
      ),
    );

/** On pages, in mail and in what operators read, a letter is only what the owner wrote (docs/design/glossary.md). */
export const aLetterIsTheOwners: Rule = (tree) =>
  tree.flatMap((file) => {
    const isDocument = /^(README|docs\/guide\/[\w-]+)\.md$/.test(file.path);
    if (!isDocument && !isRead(file) && !file.path.startsWith('web/src/site/legal/')) return [];
    const { lines } = isDocument ? withoutBlocks(file) : withoutComments(file);
    const read = lines.map((line) => line.replace(otherLetters, '').replace(isDocument ? code : '', ''));
    return findLines({ ...file, lines: read }, isDocument ? /\bletters?\b/i : letterInSentence, 'write "email"');
  });

export const namesSaySomething: Rule = (tree) =>
  tree
    .filter(isCode)
    .filter(({ path: name }) => namesOfNothing.test(path.basename(name)))
    .map(({ path: name }) => ({ path: name, says: 'its name does not describe its content' }));

/** A row or an input has one field per line: nothing is packed into a literal that is spread immediately. */
export const oneFieldALine: Rule = (tree) =>
  tree
    .filter(isCode)
    .flatMap((file) => findLines(file, /\.\.\.\{ ?\w/, 'packs fields into one line; write one a line'));

// Migrations never change, and this file has to name what it forbids.
const isWritten = ({ path: name }: SourceFile): boolean =>
  !/migrations\/|^scripts\/checks\/tidy-words|^docs\/(rules|design\/glossary)\.md$|^web\/src\/fonts\//.test(name);

/** Where the texts of screens and letters are. The terms use the specification's and lawyers' words. */
const isRead = (file: SourceFile): boolean =>
  isProduction(file) &&
  /^(web\/src\/(?!site\/legal\/terms-)|server\/src\/letters\/templates\/|contract\/src\/([\w-]+-)?refusals\.ts$)/.test(
    file.path,
  );

const withoutComments = (file: SourceFile): SourceFile => ({
  ...file,
  lines: file.lines.map((line) => line.replace(/^\s*(\/\/|\/\*|\*).*|\s\/\/ .*$/, '')),
});

const withoutBlocks = (file: SourceFile): SourceFile => {
  let isBlock = false;
  const lines = file.lines.map((line) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isBlock = !isBlock;
    return isBlock || isFence ? '' : line;
  });
  return { ...file, lines };
};
