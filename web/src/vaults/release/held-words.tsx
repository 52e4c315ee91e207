// What a press does, in sentences that the executor reads before the confirmation.
import type { ReleaseChoice, VaultSummary } from '@remembrance/contract/release.ts';
import { agreementDays } from '@remembrance/contract/release-limits.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { waitText } from '../status/wait-words.ts';

export function HeldConsequences({ choice, summary }: { choice: ReleaseChoice; summary: VaultSummary }) {
  const owner = <AsWritten>{summary.ownerName}</AsWritten>;
  const recipient = <AsWritten>{summary.recipientName}</AsWritten>;
  const { mustAgree, waitHours, request } = choice;
  const isAgreeing = request?.state === 'asked' && request.endedAt === null && mustAgree;
  return (
    <section className="border-line border-t pt-6">
      <h3 className="font-semibold">What releasing does</h3>
      <ul className="mt-2 grid list-disc gap-2 ps-5 text-muted marker:text-brass">
        {mustAgree && !isAgreeing && (
          <li>
            {owner}{' '}
            <span>{`chose that two executors must agree. Your press asks for the release; another executor then has ${agreementDays} days to agree.`}</span>
          </li>
        )}
        {waitHours > 0 && (
          <li>
            <span>{`${mustAgree && !isAgreeing ? 'Once another executor has agreed' : 'After your press'}, the vault waits ${waitText(waitHours)}. `}</span>
            {owner} is notified and can stop it.
          </li>
        )}
        <li>
          {recipient} then gets an email with a link, and can read what is inside after answering questions that {owner}{' '}
          chose. We also write to {owner}.
        </li>
        <li>You will not see what is inside.</li>
        <li>You cannot undo a release. We do not check whether {owner} has died. We rely on you.</li>
      </ul>
    </section>
  );
}
