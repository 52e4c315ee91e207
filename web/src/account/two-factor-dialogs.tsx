// The questions before two-factor sign-in is turned on or off, or its recovery codes are replaced.
import { beginTwoFactor, endTwoFactor, renewRecoveryCodes } from '@remembrance/contract/two-factor.ts';
import { call } from '../lib/call.ts';
import { toast } from '../ui/toast.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { NewSecret } from './two-factor-setup.tsx';

interface Question<Reply> {
  isOpen: boolean;
  onClose: () => void;
  onDone: (reply: Reply) => void;
}

export const BeginDialog = (question: Question<NewSecret>) => (
  <ConfirmDialog
    {...question}
    title="Turn on the second step"
    description="You need an authenticator app on your phone, such as the app that came with the phone, or any other app that shows six digits."
    action="Continue"
    send={() => call(beginTwoFactor)}
  />
);

export const RenewDialog = (question: Question<{ recoveryCodes: string[] }>) => (
  <ConfirmDialog
    {...question}
    title="Create new recovery codes?"
    description="Your current codes will stop working."
    action="Create new codes"
    send={() => call(renewRecoveryCodes)}
  />
);

export function EndDialog({ hasPassword, onDone, ...question }: Question<void> & { hasPassword: boolean }) {
  const words = hasPassword ? withPassword : atProvider;
  return (
    <ConfirmDialog
      {...question}
      title="Turn off the second step?"
      description={words.without}
      action="Turn off"
      send={() => call(endTwoFactor)}
      onDone={() => {
        onDone();
        toast({ title: 'Turned off', description: words.turnedOff });
      }}
    />
  );
}

export const hintOf = (hasPassword: boolean): string => (hasPassword ? withPassword : atProvider).hint;

const withPassword = {
  hint: 'We ask for a code from an app on your phone after your password. Someone who learns your password still cannot sign in.',
  without:
    'You will sign in with your password, and in each new browser we also ask once for a code from your mailbox.',
  turnedOff: 'You sign in with your password again.',
};

const atProvider: typeof withPassword = {
  hint: 'We ask for a code from an app on your phone after you sign in at your provider. Someone who can sign in there still cannot sign in here.',
  without: 'You will sign in only at your provider.',
  turnedOff: 'You sign in only at your provider again.',
};
