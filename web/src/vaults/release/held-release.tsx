// A vault whose owner chose a wait, or that two executors agree: what a press does, who asked and agreed, and how to object.
import type { ReleaseChoice, VaultSummary } from '@remembrance/contract/release.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { EndedRequest, OpenRequest } from './held-request.tsx';
import { HeldConsequences } from './held-words.tsx';
import { Objection } from './objection.tsx';
import { ReleaseAction, type ReleaseActionProps } from './release-action.tsx';

export interface HeldReleaseProps extends ReleaseActionProps {
  choice: ReleaseChoice;
}

export default function HeldRelease({ choice, ...action }: HeldReleaseProps) {
  const { opened, onHeldBack } = action;
  const { request, mustAgree } = choice;
  const isOpen = request !== null && request.endedAt === null;
  const isAsked = request?.state === 'asked';
  const canPress = !isOpen || (isAsked && (!request.isMine || !mustAgree));
  // Nobody asked if the owner did not answer a check-in: an executor who knows better can object.
  const canObject = isOpen && (mustAgree || request.isMine || request.askedBy === null);
  return (
    <FocusFallback
      shown={request ? `${request.state} ${request.askedAt}` : 'none'}
      label="This release"
      className="grid gap-7"
    >
      {request &&
        (isOpen ? (
          <OpenRequest choice={choice} request={request} ownerName={opened.summary.ownerName} />
        ) : (
          <EndedRequest request={request} ownerName={opened.summary.ownerName} />
        ))}
      {canPress && <HeldConsequences choice={choice} summary={opened.summary} />}
      {(canPress || canObject) && (
        <div className="flex flex-wrap items-start gap-3">
          {canPress && (
            <ReleaseAction {...action}>
              <Asked choice={choice} summary={opened.summary} />
            </ReleaseAction>
          )}
          {canObject && (
            <Objection
              opened={opened}
              isMine={request.isMine}
              isWaiting={request.state === 'waiting'}
              onEnded={onHeldBack}
            />
          )}
        </div>
      )}
    </FocusFallback>
  );
}

/** In the confirmation: the next thing that happens after the press. */
function Asked({ choice, summary }: { choice: ReleaseChoice; summary: VaultSummary }) {
  const owner = <AsWritten className="text-ink">{summary.ownerName}</AsWritten>;
  const recipient = <AsWritten className="text-ink">{summary.recipientName}</AsWritten>;
  const isAgreeing = choice.request?.state === 'asked' && choice.request.endedAt === null;
  if (choice.mustAgree && !isAgreeing)
    return <p>We write to {owner} and to the other executors. Nothing is released until another executor agrees.</p>;
  if (choice.waitHours > 0)
    return (
      <p>
        The wait begins. {owner} gets an email at once and can stop it. Nothing goes to {recipient} before the wait is
        over.
      </p>
    );
  const start = choice.mustAgree ? 'You agree, so an email' : 'An email';
  return (
    <p>
      <span>{start} with a link to the vault goes to </span>
      {recipient} at once. You cannot undo a release.
    </p>
  );
}
