// The ways to confirm one's identity: by password, by passkey or, if the account has neither, by signing in again in another tab.
import {
  getProof,
  type ProofState,
  passwordProofBody,
  proveByPasskey,
  proveByPassword,
} from '@remembrance/contract/proof.ts';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide';
import { type CallError, call, isUnauthorized } from '../../lib/call.ts';
import { fieldOf, useContractForm } from '../../lib/form.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { acceptsUnauthorized, queryOf } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { DialogButtons } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/fields/text-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadFailure, RefusalNotice } from '../../ui/notice.tsx';
import { SubmitForm } from '../forms/form-page.tsx';
import { answerByPasskey, canUsePasskeys } from '../forms/passkey-prompt.ts';
import { useFormSubmission } from '../forms/use-form-submission.ts';
import { logoutPath, signInPath } from '../sessions/login-redirect.ts';

interface WaysProps {
  onProven: () => void;
  onClose: () => void;
}

export default function ProofWays(props: WaysProps) {
  const {
    data: proof,
    error,
    refetch,
  } = useQuery({
    ...queryOf(getProof),
    gcTime: 0,
    staleTime: 0,
    meta: acceptsUnauthorized,
  });
  if (isUnauthorized(error)) return <SignInWay {...props} isSignedOut />;
  if (error) return <LoadFailure isAnnounced error={error} onRetry={refetch} />;
  if (!proof) return <Skeleton className="h-24 rounded-card" />;
  return <KnownWays {...props} {...proof} />;
}

function KnownWays({ hasPassword, hasPasskey, onProven, onClose }: WaysProps & ProofState) {
  const byPasskey = useMutationOnce<unknown, CallError>({ mutationFn: proveByDevice, onSuccess: onProven });
  const withPasskey = hasPasskey && canUsePasskeys();
  return (
    <div className="grid gap-5">
      {withPasskey && (
        <Button
          variant={hasPassword ? 'secondary' : 'primary'}
          isWide
          isBusy={byPasskey.isPending}
          icon={<Icon of={KeyRound} className="size-5" />}
          onClick={() => byPasskey.mutateOnce()}
        >
          Use a passkey
        </Button>
      )}
      <RefusalNotice error={byPasskey.error} />
      {hasPassword && <PasswordWay onProven={onProven} onClose={onClose} />}
      {!hasPassword && !withPasskey && <SignInWay onProven={onProven} onClose={onClose} />}
    </div>
  );
}

function PasswordWay({ onProven, onClose }: WaysProps) {
  const form = useContractForm(passwordProofBody, { password: '' });
  const { submit, isBusy, refusal } = useFormSubmission(form, (body) => call(proveByPassword, { body }), onProven);
  return (
    <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
      <PasswordField label="Your password" autoComplete="current-password" {...fieldOf(form, 'password')} />
      <DialogButtons onClose={onClose}>
        <Button type="submit" isBusy={isBusy}>
          Continue
        </Button>
      </DialogButtons>
    </SubmitForm>
  );
}

function SignInWay({ onProven, onClose, isSignedOut = false }: WaysProps & { isSignedOut?: boolean }) {
  return (
    <>
      <p className="text-muted">
        <span>{isSignedOut ? 'You are not logged in in this browser.' : 'Your account has no password.'}</span>{' '}
        <a
          className="text-link font-semibold text-ink"
          href={isSignedOut ? signInPath() : logoutPath}
          target="_blank"
          rel="noreferrer"
        >
          {isSignedOut ? 'Log in in a new tab' : 'Log out in a new tab'}
        </a>{' '}
        <span>
          {isSignedOut
            ? 'and come back to this page. Then continue.'
            : 'and log in again there. Then come back to this page and continue.'}
        </span>
      </p>
      <DialogButtons onClose={onClose}>
        <Button onClick={onProven}>{isSignedOut ? 'I have logged in' : 'I have logged in again'}</Button>
      </DialogButtons>
    </>
  );
}

async function proveByDevice(): Promise<unknown> {
  return call(proveByPasskey, { body: { answer: await answerByPasskey() } });
}
