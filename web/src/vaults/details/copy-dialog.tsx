// Asks which files to copy into a new vault for somebody else, and shows whether the plan has room. It ends on the create form.
import { listExecutors } from '@remembrance/contract/executors.ts';
import { shownSize, type VaultFile } from '@remembrance/contract/files.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { priceText } from '../../lib/money.ts';
import { queryOf } from '../../lib/query-client.ts';
import { useUser } from '../../people/sessions/use-user.ts';
import { planStatus } from '../../plans/own-places.ts';
import { useOfferedPlans, usePlaces } from '../../plans/use-plans.ts';
import { Skeleton } from '../../ui/card.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/fields/choice.tsx';
import { LoadFailure, Notice } from '../../ui/notice.tsx';
import { copyToDraft } from '../create/draft/copy-draft.ts';
import { useDraftKeys } from '../form/use-draft-keys.ts';
import { useFiles } from '../status/use-vault.ts';

interface CopyDialogProps {
  vault: Vault;
  onClose: () => void;
}

export default function CopyDialog({ vault, onClose }: CopyDialogProps) {
  const session = useUser();
  const files = useFiles(vault.id);
  const executors = useQuery(queryOf(listExecutors, { params: { id: vault.id } }));
  const keys = useDraftKeys();
  const room = useRoom(vault);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [state, setState] = useState<'asking' | 'copying' | 'not-stored'>('asking');
  const failed = [files, executors, keys].find(({ error }) => error);
  const isReady = session.status === 'signed-in' && files.data && executors.data && keys.areOpen && room;

  async function copy() {
    if (!isReady) return;
    setState('copying');
    const chosen = files.data.filter(({ id, isDamaged }) => !isDamaged && !left.has(id));
    const content = { ownerId: session.user.id, vault, executors: executors.data, files: chosen };
    if (!(await copyToDraft(content, new Date()))) return setState('not-stored');
    // A full load: this page's memory belongs to the previous draft.
    window.location.assign(`/create-vault?plan=${encodeURIComponent(room.plan)}`);
  }
  const toggle = (id: string) =>
    setLeft((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  return (
    <Confirmation
      isOpen
      title="Write one for someone else"
      description="We copy the title, the message and the executors into a new vault. You choose who it is for and what they will be asked, and change what you like. Nothing is sent before you have reviewed it, and this vault stays as it is."
      no="Not now"
      yes="Start writing"
      isBusy={state === 'copying'}
      isDisabled={!isReady}
      onConfirm={() => void copy()}
      onClose={onClose}
    >
      <div className="grid gap-5">
        {failed?.error && <LoadFailure error={failed.error} onRetry={failed.refetch} />}
        {!isReady && !failed && <Skeleton className="h-20" />}
        {isReady && <FileChoice files={files.data} left={left} onToggle={toggle} />}
        {isReady && <p>{room.text}</p>}
        {state === 'not-stored' && (
          <Notice variant="danger" isAnnounced>
            This browser stores nothing for this page, so the copy would be lost. Please allow storage for this site, or
            use another browser.
          </Notice>
        )}
      </div>
    </Confirmation>
  );
}

interface FileChoiceProps {
  files: readonly VaultFile[];
  /** The ids of the files that are not copied. */
  left: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

function FileChoice({ files, left, onToggle }: FileChoiceProps) {
  if (files.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold text-sm">Which files should be copied?</legend>
      {files.map(({ id, caption, fileName, sizeBytes, isDamaged }) => (
        <Checkbox
          key={id}
          label={
            <span>
              <bdi lang="">{caption || fileName}</bdi>
              <span className="text-muted text-sm">{` ${shownSize(sizeBytes)}`}</span>
            </span>
          }
          hint={isDamaged ? 'It is damaged, so it cannot be copied.' : undefined}
          disabled={isDamaged}
          checked={!isDamaged && !left.has(id)}
          onChange={() => onToggle(id)}
        />
      ))}
    </fieldset>
  );
}

/** The plan that the new vault starts with, and what that means: a full plan names one with room, as the create form does. */
function useRoom(vault: Vault): { plan: string; text: string } | undefined {
  const { data: places, isPending } = usePlaces();
  const plans = useOfferedPlans();
  const own = plans.find(({ name }) => name === vault.planType);
  if (isPending || !own) return undefined;
  const statusOf = (plan: typeof own) => planStatus({ plan, hasPromo: false, places, now: new Date() });
  const status = statusOf(own);
  if (status.kind !== 'full') return { plan: own.name, text: `${own.displayName}: ${status.text}` };
  const instead = plans.find(({ name }) => name === status.instead);
  const full = `${own.displayName} has no room for another vault. ${status.text}`;
  if (!instead) return { plan: own.name, text: `${full} To make room, delete a vault that is not released.` };
  const price = `${priceText(instead.price)}${instead.planType === 'subscription' ? '/month' : ' one-time'}`;
  return { plan: instead.name, text: `${full} ${instead.displayName}, ${price}, has room. ${statusOf(instead).text}` };
}
