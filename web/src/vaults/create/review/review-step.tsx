// The final review before a vault is created: a row for each fact with its Change link, what follows, and the button that creates it.
import { type ReactNode, useEffect, useRef } from 'react';
import { useUser } from '../../../people/sessions/use-user.ts';
import { AsWritten } from '../../../ui/as-written.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Seal } from '../../../ui/seal/seal.tsx';
import type { ChosenFile } from '../../files/upload/choose-files.ts';
import type { NewVault } from '../draft/vault-form.ts';
import type { ReviewedPart } from '../sections/form-parts.ts';
import { doubtsAbout, keepLabel, type Reviewed, releaseWords, whatFollows } from './review-rules.ts';
import { ReviewedFiles } from './reviewed-files.tsx';

interface ReviewStepProps {
  reviewed: Reviewed;
  files: readonly ChosenFile[];
  /** The vault's id once it is created; then its seal is pressed. */
  keptId: string | undefined;
  onPressed: () => void;
  failure: readonly string[];
  isBusy: boolean;
  onKeep: () => void;
  onBack: () => void;
  onChange: (part: ReviewedPart) => void;
}

export default function ReviewStep({ reviewed, files, keptId, onPressed, failure, isBusy, ...acts }: ReviewStepProps) {
  useEffect(() => {
    if (keptId) window.scrollTo(0, 0);
  }, [keptId]);
  const onChange = isBusy ? () => {} : acts.onChange;
  return (
    <div>
      <article aria-label={reviewed.vault.title} className="letter-sheet">
        {keptId && (
          <p className="mb-4 text-center">
            <Seal vaultId={keptId} size={96} motion="pressed" onMotionEnd={onPressed} label="The seal of this vault" />
          </p>
        )}
        <h2 dir="auto" lang="" className="text-center font-display text-title">
          <AsWritten>{reviewed.vault.title}</AsWritten>
        </h2>
        <div lang="" className="own-direction mt-7 whitespace-pre-wrap font-letter text-letter">
          {reviewed.vault.message}
        </div>
      </article>
      <p className="mt-2 text-end">
        <Change what="the title and message" onPress={() => onChange('details')} />
      </p>
      <Answers reviewed={reviewed} files={files} onChange={onChange} />
      <section aria-labelledby="what-follows" className="mt-8 rounded-card border border-line bg-vellum p-5 sm:p-6">
        <h2 id="what-follows" className="font-display text-title-sm">
          What happens next
        </h2>
        <ol className="mt-3 grid list-decimal gap-2 ps-5 marker:text-brass">
          {whatFollows(reviewed).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      </section>
      <div className="form-actions mt-8 grid gap-4 border-line border-t pt-4 pb-4 md:pt-9">
        <CreationFailure sentences={failure} />
        <div className="grid gap-3 md:flex">
          <Button isBusy={isBusy} onClick={acts.onKeep}>
            {keepLabel(reviewed)}
          </Button>
          <Button variant="secondary" onClick={() => !isBusy && acts.onBack()}>
            Go back and change
          </Button>
        </div>
      </div>
    </div>
  );
}

function Answers({ reviewed, files, onChange }: Pick<ReviewStepProps, 'reviewed' | 'files' | 'onChange'>) {
  const { vault } = reviewed;
  const session = useUser();
  const ownEmail = session.status === 'signed-in' ? session.user.email : '';
  const doubts = doubtsAbout(vault, ownEmail, new Date());
  const row = (part: ReviewedPart, name: string, what: string, answer: ReactNode) => (
    <Row name={name} what={what} onChange={() => onChange(part)}>
      <div className="grid min-w-0 gap-2">{answer}</div>
      {doubts[part] && <p className="text-muted text-sm">{doubts[part]}</p>}
    </Row>
  );
  return (
    <dl className="mt-4 border-line border-t">
      {row(
        'recipient',
        'For',
        'the recipient',
        <>
          <Person name={vault.recipientName} email={vault.recipientEmail} />
          {vault.recipientSecondEmail && <Person name="" email={vault.recipientSecondEmail} />}
        </>,
      )}
      {row('executor', 'Who releases it', 'the executor', <Executor vault={vault} />)}
      {row('date', 'When', 'the date', releaseWords(vault))}
      {row('questions', 'They are asked', 'the questions', <Questions vault={vault} />)}
      {row('files', 'Files', 'the files', <ReviewedFiles files={files} />)}
    </dl>
  );
}

interface RowProps {
  name: string;
  /** What its button changes. */
  what: string;
  onChange: () => void;
  children: ReactNode;
}

function Row({ name, what, onChange, children }: RowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-line border-b py-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2.5fr)_auto]">
      <dt className="font-semibold text-sm sm:pt-1">{name}</dt>
      <dd className="order-1 col-span-2 mt-1 grid min-w-0 gap-2 sm:order-none sm:col-span-1 sm:mt-0">{children}</dd>
      <dd className="-my-2">
        <Change what={what} onPress={onChange} />
      </dd>
    </div>
  );
}

const Change = ({ what, onPress }: { what: string; onPress: () => void }) => (
  <button type="button" className="text-link min-h-11 rounded-field px-1" onClick={onPress}>
    <span>Change</span>
    <span className="sr-only">{` ${what}`}</span>
  </button>
);

/** The address has its own line and full contrast, because everything depends on each of its letters. */
function Person({ name, email }: { name: string; email: string }) {
  return (
    <div className="text-lg">
      {name && (
        <p>
          <AsWritten>{name}</AsWritten>
        </p>
      )}
      <p>
        <AsWritten>{email}</AsWritten>
      </p>
    </div>
  );
}

function Executor({ vault }: { vault: NewVault }) {
  const { executorName = '', executorEmail = '', executorSecondEmail, moreExecutors = [] } = vault;
  if (!executorEmail) return <p>Nobody. We release it on its date.</p>;
  const all = [{ name: executorName, email: executorEmail, secondEmail: executorSecondEmail }, ...moreExecutors];
  return all.map(({ name, email, secondEmail }) => (
    <Person key={email} name={name} email={secondEmail ? `${email}, ${secondEmail}` : email} />
  ));
}

/** The answers are shown here once, so that the owner notices a typo now, and a mourner does not find it later. */
function Questions({ vault }: { vault: NewVault }) {
  const { securityQuestion1, securityAnswer1, securityQuestion2, securityAnswer2 } = vault;
  const asked = [
    [securityQuestion1, securityAnswer1],
    ...(securityQuestion2 ? [[securityQuestion2, securityAnswer2]] : []),
  ];
  return asked.map(([question, answer]) => (
    <p key={question}>
      <bdi lang="" className="text-muted">
        {question}
      </bdi>
      <br />
      <span>
        <AsWritten>{answer}</AsWritten>
      </span>
    </p>
  ));
}

/** Why a vault was not created, beside the button that tries again. The toast with the same message soon disappears. */
function CreationFailure({ sentences }: { sentences: readonly string[] }) {
  const said = sentences.filter((sentence) => sentence !== '');
  const message = said.join('\n');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) place.current?.focus();
  }, [message]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none" hidden={!message}>
      <Notice variant="danger" title="The vault was not created">
        {said.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>Everything you entered is still here.</p>
      </Notice>
    </div>
  );
}
