// What would happen if an active vault were released today, and what is missing for that, as sentences for its owner. Pure.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { VaultFile } from '@remembrance/contract/files.ts';
import { followUpDays } from '@remembrance/contract/limits.ts';
import { recordingNames } from '@remembrance/contract/recordings.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { shortDate } from '../../lib/dates.ts';
import { editAllowance } from '../edit/edit-allowance.ts';
import type { EditPart } from '../edit/parts/edit-parts.ts';
import { hasNoReleaseWay, planTrouble, unconfirmed } from '../status/release-ways.ts';
import { waitText } from '../status/wait-words.ts';

/** A sentence in parts, so that names and addresses are shown as they were written. */
export type Sentence = readonly (string | { written: string })[];

export interface Gap {
  sentence: Sentence;
  /** What fills it: a link, or the text that asks these executors to confirm our email. Undefined if the owner cannot. */
  remedy: { label: string; to: string } | { ask: readonly string[] } | undefined;
}

interface ReleasedToday {
  sentences: Sentence[];
  gaps: Gap[];
  /** What would make it safer, although nothing is missing without it. */
  advice: Gap[];
  /** False while the files are unknown. */
  isComplete: boolean;
}

type Files = readonly Pick<VaultFile, 'id' | 'fileName' | 'caption' | 'isDamaged'>[];

/** Where the vault's page lists its executors, and says who it is for. */
export const executorsAnchor = 'executors';
export const recipientAnchor = 'recipient';

/** @param files undefined if they are not loaded */
export function releasedToday(vault: Vault, files: Files | undefined): ReleasedToday {
  const gaps = [...releaseGaps(vault), ...(files ? contentGaps(vault, files) : [])];
  return {
    sentences: [...contents(vault, files), ...howItArrives(vault), ...whoReleasesIt(vault)],
    gaps,
    advice: adviceAbout(vault),
    isComplete: files !== undefined && gaps.length === 0,
  };
}

function contents({ recipientName, message }: Vault, files: Files | undefined): Sentence[] {
  const count = files && (files.length === 1 ? 'one file' : `${files.length} files`);
  if (files?.length === 0) return message ? [[written(recipientName), ' would get your message.']] : [];
  const text = message ? 'your message and ' : '';
  return [[written(recipientName), ` would get ${text}${count ?? 'the files of this vault'}.`]];
}

function howItArrives({ recipientEmail, recipientSecondEmail: second, questionCount }: Vault): Sentence[] {
  const email: Sentence = [
    'We would send an email with a link to ',
    written(recipientEmail),
    `. To open it, they enter this address and the ${questionCount === 1 ? 'answer to your question' : 'answers to your questions'}.`,
  ];
  const otherwise: Sentence = [
    'If it may not have arrived, or nothing is opened for ',
    `${followUpDays.remind} days, the link also goes to `,
    written(second ?? ''),
    '.',
  ];
  return second ? [email, otherwise] : [email];
}

function whoReleasesIt({ codes, scheduledReleaseDate, release, releasesInSilence }: Vault): Sentence[] {
  const names = codes.filter(({ letter }) => letter !== 'undelivered').map(({ executor }) => executor);
  const date = scheduledReleaseDate && shortDate(scheduledReleaseDate);
  const silence: Sentence[] = releasesInSilence
    ? [['If you do not answer our check-in, its wait begins, and then we release it.']]
    : [];
  if (names.length === 0)
    return [...(date ? [[`We release it on ${date}. Nobody can release it earlier.`]] : []), ...silence];
  const otherwise = date ? ` Otherwise we release it on ${date}.` : '';
  const wait = release?.waitHours ? ` It then waits ${waitText(release.waitHours)}, and you can stop it.` : '';
  return [[...whoPresses(names, codes.length > 1 && release?.mustAgree === true), `${wait}${otherwise}`], ...silence];
}

function whoPresses(names: readonly string[], mustAgree: boolean): Sentence {
  if (!mustAgree) return [...listed(names, 'or'), ' can release it with the code from our email.'];
  if (names.length === 1)
    return ['Two executors must agree to release it, and only ', ...listed(names, 'and'), ' has the code.'];
  const both = names.length === 2 ? 'both' : 'two of them';
  return [...listed(names, 'and'), ` can release it if ${both} agree, each with the code from our email.`];
}

function releaseGaps(vault: Vault): Gap[] {
  const gaps: Gap[] = vault.codes
    .filter(({ letter }) => letter === 'undelivered')
    .map(({ executor }) => ({
      sentence: [written(executor), ' does not have the code.'],
      remedy: { label: 'Check the address', to: `#${executorsAnchor}` },
    }));
  if (hasNoReleaseWay(vault))
    gaps.push({
      sentence: ['It has no executor and no release date.'],
      remedy: { label: 'Add an executor', to: `#${executorsAnchor}` },
    });
  const silent = unconfirmed(vault);
  if (silent.length > 0)
    gaps.push({ sentence: [...listed(silent, 'and'), ' may not have the code.'], remedy: { ask: silent } });
  return gaps;
}

const editLink = (vault: Vault, label: string, part: EditPart) =>
  editAllowance(vault).isAllowed ? { label, to: `/vault/${vault.id}/edit#${part}` } : undefined;

function adviceAbout(vault: Vault): Gap[] {
  const { recipientEmail, recipientSecondEmail, questionCount, planState } = vault;
  const secondAddress = { label: 'Add a second address', to: `#${recipientAnchor}` };
  const question = editLink(vault, 'Add a question', 'questions');
  const billing = { label: 'Open billing', to: billingPath };
  return [
    ...(recipientSecondEmail === null
      ? [
          {
            sentence: ['We have no second address in case ', written(recipientEmail), ' is given up.'],
            remedy: secondAddress,
          },
        ]
      : []),
    ...(questionCount === 1 && question ? [{ sentence: ['Only one question protects it.'], remedy: question }] : []),
    ...(planState === 'past-due' ? [{ sentence: [planTrouble[planState]], remedy: billing }] : []),
  ];
}

function contentGaps(vault: Vault, files: Files): Gap[] {
  if (files.length === 0 && !vault.message)
    return [{ sentence: ['It has no message and no files.'], remedy: editLink(vault, 'Write a message', 'details') }];
  const names = recordingNames(files);
  return files
    .filter(({ isDamaged }) => isDamaged)
    .map(({ id, caption, fileName }) => ({
      sentence: ['Our copy of ', written(caption || names.get(id) || fileName), ' is damaged.'],
      remedy: editLink(vault, 'Replace the file', 'files'),
    }));
}

const written = (text: string) => ({ written: text });

function listed(names: readonly string[], word: 'and' | 'or'): Sentence {
  return names.flatMap((name, index) => {
    const before = index === 0 ? [] : [index === names.length - 1 ? ` ${word} ` : ', '];
    return [...before, written(name)];
  });
}
