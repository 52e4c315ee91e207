// The executor's page: enter the access code, see whose vault it is, release it after a confirmation, and see the result.
import { readCodeLink } from '@remembrance/contract/executor-card.ts';
import type { ReleaseChoice } from '@remembrance/contract/release.ts';
import { useState } from 'react';
import { longDate } from '../../lib/dates.ts';
import { useSearch } from '../../lib/location.tsx';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { CalmAside, CalmTopic } from '../../ui/card.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';
import { ReopenedNotice } from '../status/vault-states.tsx';
import { CodeForm } from './code-form.tsx';
import { DeliveryFacts } from './delivery-facts.tsx';
import { LaterFirstSteps } from './later-first-steps.tsx';
import { LaterFollowUp, LaterHandoverSheet, LaterHeldRelease } from './later-parts.tsx';
import { titleFromLink } from './link-context.ts';
import { ReleaseAction, ReleaseConsequences } from './release-action.tsx';
import { ReleaseEnd, useReleaseEnd } from './release-end.tsx';
import { useFragment } from './use-fragment.ts';
import { type OpenedVault, useReopeningByCode } from './use-release.ts';
import { VaultSummaryCard } from './vault-summary-card.tsx';

export default function ExecutorAccessPage() {
  const { end, showEnd, clearEnd } = useReleaseEnd();
  const [opened, setOpened] = useState<OpenedVault>();
  const [hasOpened, setHasOpened] = useState(false);
  const [codeInLink, setCodeInLink] = useState('');
  useFragment((fragment) => setCodeInLink(readCodeLink(fragment)));

  function open(vault: OpenedVault) {
    setHasOpened(true);
    setCodeInLink('');
    setOpened(vault);
  }
  function finish({ summary }: OpenedVault, releasedAt: string) {
    const { id: vaultId, ownerName, recipientName } = summary;
    showEnd({ vaultId, ownerName, recipientName, releasedAt }, () => setOpened(undefined));
  }
  if (end) return <ReleaseEnd key={end.vaultId} end={end} onAnother={clearEnd} />;
  return (
    <PageShell
      title={opened ? <VaultOf name={opened.summary.ownerName} /> : 'Executor Access'}
      lead={
        !opened &&
        'Someone trusted you with a vault. With the code from our email you can see what it is and release it.'
      }
    >
      {opened ? (
        <OpenedVaultView opened={opened} onChange={setOpened} onReleased={(at) => finish(opened, at)} />
      ) : (
        <div className="grid items-start gap-10 lg:grid-cols-2 lg:gap-14">
          <div className="grid gap-8">
            <TitleInLink />
            <CodeForm onOpened={open} takesFocus={hasOpened} codeInLink={codeInLink} />
          </div>
          <CalmAside lead="We send nothing to anyone until you confirm. First you see whose vault it is and who it is for.">
            <CalmTopic title="Where is my code?">
              It is in our newest email with the words “Your access code”. It is also on the card that you printed.{' '}
              <Link className="text-link -my-1 inline-block py-1 text-bone" to="/send-again">
                I cannot find my code
              </Link>
            </CalmTopic>
            <CalmTopic title="Is it time?">
              <Link className="text-link -my-1 inline-block py-1 text-bone" to="/executor-guide">
                A one-page guide
              </Link>{' '}
              explains when, how, and whom to ask.
            </CalmTopic>
          </CalmAside>
        </div>
      )}
    </PageShell>
  );
}

const VaultOf = ({ name }: { name: string }) => (
  <>
    <AsWritten>{name}</AsWritten>
    <span>’s vault</span>
  </>
);

/** The title from a shared link: somebody wrote it into an address, so it is not what we know about the vault. */
function TitleInLink() {
  const title = titleFromLink(useSearch());
  if (!title) return null;
  return (
    <Notice title="You were sent a link for this vault">
      <AsWritten>{title}</AsWritten>
    </Notice>
  );
}

interface OpenedVaultViewProps {
  opened: OpenedVault;
  onChange: (opened: OpenedVault | undefined) => void;
  onReleased: (releasedAt: string) => void;
}

function OpenedVaultView({ opened, onChange, onReleased }: OpenedVaultViewProps) {
  const [isSheet, setSheet] = useState(false);
  const { summary } = opened;
  const markReleased = (releasedAt: string | null) =>
    onChange({ ...opened, summary: { ...summary, status: 'released', releasedAt } });
  if (isSheet) return <LaterHandoverSheet summary={summary} onClose={() => setSheet(false)} />;
  const markHeld = (release: ReleaseChoice | undefined) =>
    onChange({ ...opened, summary: { ...summary, ...(release && { release }) } });
  const onUndone = () => onChange(undefined);
  const action = { opened, onReleased, onReleasedBefore: markReleased, onUndone, onHeldBack: markHeld };
  return (
    <div className="grid gap-8">
      <VaultSummaryCard summary={summary}>
        <FocusFallback shown={summary.status} label="This vault" className="grid gap-7">
          {summary.status === 'released' ? (
            <>
              <ReleasedNotice opened={opened} />
              {summary.followUp && <LaterFollowUp opened={opened} onChange={onChange} onSheet={() => setSheet(true)} />}
            </>
          ) : summary.release ? (
            <LaterHeldRelease {...action} choice={summary.release} />
          ) : (
            <>
              <ReleaseConsequences summary={summary} />
              <ReleaseAction {...action} />
            </>
          )}
        </FocusFallback>
      </VaultSummaryCard>
      {summary.status === 'released' && <LaterFirstSteps {...summary} vaultId={summary.id} />}
      <Button variant="quiet" className="-ms-6 justify-self-start" onClick={() => onChange(undefined)}>
        Access Another Vault
      </Button>
    </div>
  );
}

/** Shown for a released vault: its release date, and a button to reopen the recipient's questions. */
function ReleasedNotice({ opened }: { opened: OpenedVault }) {
  const { releasedAt } = opened.summary;
  const { data, isPending, mutateOnce } = useReopeningByCode(opened);
  return (
    <div className="grid gap-4">
      <Notice title="Vault Already Released">{`Released on: ${releasedAt ? longDate(releasedAt) : 'N/A'}`}</Notice>
      <DeliveryFacts summary={opened.summary} />
      {data === undefined ? (
        <div>
          <p className="text-muted text-sm">
            If the recipient gave too many wrong answers, their questions are closed. If you open them again, we send
            the recipient a new link.
          </p>
          <Button variant="quiet" className="-ms-6" isBusy={isPending} onClick={() => mutateOnce()}>
            Open the questions again
          </Button>
        </div>
      ) : (
        <ReopenedNotice hasReopened={data.reopened} />
      )}
    </div>
  );
}
