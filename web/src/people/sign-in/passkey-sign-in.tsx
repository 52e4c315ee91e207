// The button that signs in with a passkey, shown if the browser supports it.
import { signInWithPasskey } from '@remembrance/contract/passkeys.ts';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useBrowserValue } from '../../lib/browser/browser-value.ts';
import { type CallError, call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { answerByPasskey, canUsePasskeys } from '../forms/passkey-prompt.ts';

export function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const signIn = useMutation<unknown, CallError>({ mutationFn: signInByDevice, onSuccess: onDone });
  // Nearly every browser supports it, so we prerender the button and leave no gap to be filled later.
  if (!useBrowserValue(canUsePasskeys, true)) return null;
  return (
    <div className="mt-5 grid gap-4">
      {signIn.error && (
        <Notice variant="danger" isAnnounced>
          {signIn.error.detail}
        </Notice>
      )}
      <Button
        variant="secondary"
        isWide
        isBusy={signIn.isPending || signIn.isSuccess}
        icon={<KeyRound aria-hidden className="size-5" strokeWidth={1.75} />}
        onClick={() => signIn.mutate()}
      >
        Use a passkey
      </Button>
    </div>
  );
}

async function signInByDevice(): Promise<unknown> {
  return call(signInWithPasskey, { body: { answer: await answerByPasskey() } });
}
