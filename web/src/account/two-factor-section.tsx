// Turns two-factor sign-in on with an authenticator app, renews its recovery codes, and turns it off.
import { type Account, getAccount } from '@remembrance/contract/account.ts';
import type { ReplyOf } from '@remembrance/contract/endpoint.ts';
import { trustedBrowserDays } from '@remembrance/contract/limits.ts';
import { twoFactorBody } from '@remembrance/contract/sign-in.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  distrustBrowsers,
  endTwoFactor,
  renewRecoveryCodes,
} from '@remembrance/contract/two-factor.ts';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { fieldOf, useContractForm } from '../lib/form.ts';
import { SubmitForm } from '../people/forms/form-page.tsx';
import { useFormSubmission } from '../people/forms/use-form-submission.ts';
import { Button } from '../ui/button.tsx';
import { Badge } from '../ui/card.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useChange, useRefresh } from './use-account.ts';

type OpenDialog = 'begin' | 'renew' | 'end';

export function TwoFactorSection({ account: { twoFactor, hasPassword } }: { account: Account }) {
  const words = hasPassword ? withPassword : atProvider;
  const refresh = useRefresh();
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const [secret, setSecret] = useState<NewSecret>();
  const [codes, setCodes] = useState<string[]>();
  const close = () => setOpenDialog(undefined);
  const showCodes = (fresh: { recoveryCodes: string[] }) => {
    close();
    setSecret(undefined);
    setCodes(fresh.recoveryCodes);
    void refresh();
  };
  return (
    <Section title="Second step" hint={words.hint}>
      <p className="flex flex-wrap items-center gap-3">
        <Badge variant={twoFactor.isOn ? 'success' : 'neutral'}>{twoFactor.isOn ? 'On' : 'Off'}</Badge>
        {twoFactor.isOn && <span className="text-muted text-sm">{codesLeft(twoFactor.recoveryCodesLeft)}</span>}
      </p>
      {twoFactor.trustedBrowsers > 0 && <TrustedBrowsers count={twoFactor.trustedBrowsers} />}
      <div className="flex flex-wrap gap-3">
        {twoFactor.isOn ? (
          <>
            <Button variant="secondary" onClick={() => setOpenDialog('renew')}>
              New recovery codes
            </Button>
            <Button variant="quiet" onClick={() => setOpenDialog('end')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button variant="secondary" onClick={() => setOpenDialog('begin')}>
            Turn on
          </Button>
        )}
      </div>
      <ConfirmDialog
        onClose={close}
        isOpen={openDialog === 'begin'}
        title="Turn on the second step"
        description="You need an authenticator app on your phone, such as the app that came with the phone, or any other app that shows six digits."
        action="Continue"
        send={() => call(beginTwoFactor)}
        onDone={(fresh) => {
          close();
          setSecret(fresh);
        }}
      />
      <ConfirmDialog
        onClose={close}
        isOpen={openDialog === 'renew'}
        title="Create new recovery codes?"
        description="Your current codes will stop working."
        action="Create new codes"
        send={() => call(renewRecoveryCodes)}
        onDone={showCodes}
      />
      <ConfirmDialog
        onClose={close}
        isOpen={openDialog === 'end'}
        title="Turn off the second step?"
        description={words.without}
        action="Turn off"
        send={() => call(endTwoFactor)}
        onDone={() => {
          close();
          void refresh();
          toast({ title: 'Turned off', description: words.turnedOff });
        }}
      />
      <TwoFactorSetup
        secret={secret}
        onClose={() => {
          setSecret(undefined);
          void refresh(); // it may have been turned on elsewhere
        }}
        onDone={showCodes}
      />
      <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
    </Section>
  );
}

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

function TrustedBrowsers({ count }: { count: number }) {
  const { mutateOnce, isPending } = useChange(() => call(distrustBrowsers), {
    title: 'Not changed',
    reload: getAccount,
    onDone: () => toast({ title: 'Codes needed everywhere', description: 'We ask for a code in every browser again.' }),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted text-sm">
        {`We do not ask for a code in ${count === 1 ? 'one browser' : `${count} browsers`}, for up to ${trustedBrowserDays} days.`}
      </p>
      <Button variant="quiet" size="compact" isBusy={isPending} onClick={() => mutateOnce(undefined)}>
        Ask everywhere again
      </Button>
    </div>
  );
}

const codesLeft = (left: number): string =>
  left === 0
    ? 'You have no recovery codes left. Please create new codes.'
    : `${left} recovery ${left === 1 ? 'code' : 'codes'} left`;

type NewSecret = ReplyOf<typeof beginTwoFactor>;

interface TwoFactorSetupProps {
  secret: NewSecret | undefined;
  onClose: () => void;
  onDone: (fresh: { recoveryCodes: string[] }) => void;
}

/** Shows the secret for the authenticator app, and confirms it with a first code. */
function TwoFactorSetup({ secret, onClose, onDone }: TwoFactorSetupProps) {
  return (
    <Dialog
      isOpen={secret !== undefined}
      onClose={onClose}
      title="Scan this with your app"
      description="Then enter the six digits it shows. That turns the second step on."
    >
      {secret && <SetupForm secret={secret} onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

function SetupForm({ secret, onClose, onDone }: TwoFactorSetupProps & { secret: NewSecret }) {
  const form = useContractForm(twoFactorBody, { code: '' });
  const { submit, isBusy, refusal } = useFormSubmission(form, (body) => call(confirmTwoFactor, { body }), onDone);
  return (
    <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
      <div className="grid justify-items-center gap-3">
        <QrCode text={secret.uri} label="QR code for your authenticator app" />
        <p className="text-center text-muted text-sm">
          If you cannot scan it, enter this key by hand:
          <code className="mt-1 block select-all text-base text-ink" translate="no">
            {inGroups(secret.secret)}
          </code>
        </p>
      </div>
      <TextField label="Code" inputMode="numeric" autoComplete="one-time-code" {...fieldOf(form, 'code')} />
      <DialogButtons onClose={onClose}>
        <Button type="submit" isBusy={isBusy}>
          Turn on
        </Button>
      </DialogButtons>
    </SubmitForm>
  );
}

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
