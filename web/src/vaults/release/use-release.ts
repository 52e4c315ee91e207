// The executor's calls. The access code is held only in memory, never in the address or in storage.
import type { ReplyOf } from '@remembrance/contract/endpoint.ts';
import {
  type ReleaseChoice,
  releaseVault,
  reopenQuestionsByExecutor,
  type VaultSummary,
  verifyExecutor,
} from '@remembrance/contract/release.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallError, call, noAnswer } from '../../lib/call.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { product } from '../../lib/product.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';

export interface OpenedVault {
  accessCode: string;
  summary: VaultSummary;
}

export function useVerification(onOpened: (opened: OpenedVault) => void) {
  return useMutationOnce({
    mutationFn: (accessCode: string) => call(verifyExecutor, { body: { accessCode } }),
    onSuccess(summary, accessCode) {
      toast({ title: 'Access Verified', description: 'You can now manage this vault' });
      onOpened({ accessCode, summary });
    },
    onError: (error) =>
      toastFailure(error, { title: 'Verification Failed', fallback: 'Invalid access code', isSaidInPage: true }),
  });
}

interface ReleaseOutcome {
  onReleased: (releasedAt: string) => void;
  /** The vault had already been released, on that date. */
  onReleasedBefore: (releasedAt: string | null) => void;
  /** The press asked for the release or agreed to it, or changed nothing. */
  onHeldBack: (choice: ReleaseChoice | undefined) => void;
  /** The owner has undone a release since the executor opened the vault. */
  onUndone: () => void;
}
type Released = Pick<ReplyOf<typeof releaseVault>, 'releasedAt' | 'release'>;

export function useRelease(
  { accessCode, summary }: OpenedVault,
  { onReleased, onReleasedBefore, onUndone, onHeldBack }: ReleaseOutcome,
) {
  const client = useQueryClient();
  const wasUnanswered = useRef(false);
  /** A repeated request names what the executor saw, so that it does not release again if the owner has undone the release since. */
  const known = () => {
    const { releasesUndone = 0 } = summary;
    return wasUnanswered.current || releasesUndone > 0 ? { releasesUndone } : {};
  };
  /** A release whose response was lost counts as this attempt's own release. */
  async function release(): Promise<Released> {
    try {
      return await call(releaseVault, { params: { vaultId: summary.id }, body: { accessCode, ...known() } });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { code, releasedAt } = error;
      if (code === 'already-released' && releasedAt && wasUnanswered.current) return { releasedAt };
      // A fault of the service or a proxy's timeout may also come after the release.
      wasUnanswered.current ||= isUnanswered(error) || error.status >= 500;
      throw error;
    }
  }
  return useMutationOnce({
    // The response may be lost after the release. The service releases once, so repeating the request is safe and shows what happened.
    mutationFn: () => release().catch((error) => (isUnanswered(error) ? release() : Promise.reject(error))),
    onSuccess({ releasedAt, release: choice }) {
      // The owner chose a wait, or that two executors agree: the page shows what happens next.
      if (!releasedAt) return onHeldBack(choice);
      const description = `The recipient will receive their ${product.name}`;
      toast({ title: 'Vault Released', description, isSaidInPage: true });
      onReleased(releasedAt);
      return client.invalidateQueries({ queryKey: queryKeyOf(listVaults) });
    },
    onError(error) {
      const isUndone = error instanceof CallError && error.code === 'release-undone';
      if (isUndone) {
        toast({ title: 'Not Released', description: error.detail, variant: 'destructive', isLasting: true });
        onUndone();
      } else if (isUnanswered(error))
        toast({ title: 'Release Failed', description: unknownOutcome, variant: 'destructive', isLasting: true });
      else toastFailure(error, { title: 'Release Failed', fallback: 'Failed to release vault' });
      if (error instanceof CallError && error.code === 'already-released') onReleasedBefore(error.releasedAt ?? null);
    },
  });
}

const unknownOutcome =
  'The service could not be reached, so we do not know whether the vault was released. Please press the button again when you are online. The vault is released only once.';

const isUnanswered = (error: unknown): boolean => error instanceof CallError && error.status === noAnswer;

export const useReopeningByCode = ({ accessCode, summary }: OpenedVault) =>
  useMutationOnce({
    mutationFn: () => call(reopenQuestionsByExecutor, { params: { vaultId: summary.id }, body: { accessCode } }),
    onError: (error) =>
      toastFailure(error, { title: 'Not Opened', fallback: 'The questions could not be opened. Please try again.' }),
  });
