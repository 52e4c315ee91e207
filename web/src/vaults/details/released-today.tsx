// "If it were released today": who would get what, how and by whom, and what is missing for it, each with what fills it. Read-only. It
// is folded unless something is missing.
import type { Vault } from '@remembrance/contract/vaults.ts';
import { createElement, Fragment } from 'react';
import { AsWritten } from '../../ui/as-written.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { useFiles } from '../status/use-vault.ts';
import { isActive } from '../status/vault-overview.ts';
import { AskExecutors } from './ask-executors.tsx';
import { type Gap, releasedToday, type Sentence } from './released-today-rules.ts';

export const ReleasedToday = ({ vault }: { vault: Vault }) => isActive(vault) && <Today vault={vault} />;

function Today({ vault }: { vault: Vault }) {
  const { data: files } = useFiles(vault.id);
  const { sentences, gaps, advice, isComplete } = releasedToday(vault, files);
  return (
    <details open={gaps.length > 0} className="engraved-plate px-6 py-5 sm:px-8">
      <summary className="min-h-11 content-center">
        <h2 className="inline-block font-display text-title-sm">If it were released today</h2>
        {isComplete && <span className="block ps-[1.45em] text-muted text-sm">Nothing is missing.</span>}
      </summary>
      <div className="mt-3 grid gap-2 pb-4">
        {sentences.map((sentence) => (
          <p key={textOf(sentence)}>
            <Words sentence={sentence} />
          </p>
        ))}
      </div>
      <Gaps id="missing" title="What is missing" gaps={gaps} recipientName={vault.recipientName} />
      <Gaps id="advice" title="What would make it safer" gaps={advice} recipientName={vault.recipientName} />
    </details>
  );
}

interface GapsProps {
  id: string;
  title: string;
  gaps: readonly Gap[];
  recipientName: string;
}

const Gaps = ({ id, title, gaps, recipientName }: GapsProps) =>
  gaps.length > 0 && (
    <div className="border-line border-t pt-4">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      <ul aria-labelledby={id} className="rows">
        {gaps.map((gap) => (
          <Missing key={textOf(gap.sentence)} gap={gap} recipientName={recipientName} />
        ))}
      </ul>
    </div>
  );

function Missing({ gap: { sentence, remedy }, recipientName }: { gap: Gap; recipientName: string }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 py-3">
      <p>
        <Words sentence={sentence} />
      </p>
      {remedy &&
        ('ask' in remedy ? (
          <AskExecutors recipientName={recipientName} executors={remedy.ask} />
        ) : (
          <Remedy {...remedy} />
        ))}
    </li>
  );
}

/** The browser itself follows a link to a place on this page. */
const Remedy = ({ label, to }: { label: string; to: string }) => (
  <ButtonLink variant="secondary" size="compact" {...(to.startsWith('#') ? { href: to } : { to })}>
    {label}
  </ButtonLink>
);

/** The parts have no keys of their own: a name may be there twice. */
const Words = ({ sentence }: { sentence: Sentence }) =>
  createElement(
    Fragment,
    null,
    ...sentence.map((part) =>
      typeof part === 'string' ? createElement('span', null, part) : createElement(AsWritten, null, part.written),
    ),
  );

const textOf = (sentence: Sentence): string =>
  sentence.map((part) => (typeof part === 'string' ? part : part.written)).join('');
