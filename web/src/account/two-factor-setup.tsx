// Shows the secret for the authenticator app, and confirms it with a first code.
import type { ReplyOf } from '@remembrance/contract/endpoint.ts';
import { twoFactorBody } from '@remembrance/contract/sign-in.ts';
import { type beginTwoFactor, confirmTwoFactor } from '@remembrance/contract/two-factor.ts';
import { call } from '../lib/call.ts';
import { fieldOf, useContractForm } from '../lib/form.ts';
import { SubmitForm } from '../people/forms/form-page.tsx';
import { useFormSubmission } from '../people/forms/use-form-submission.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { QrCode } from '../ui/qr-code.tsx';

export type NewSecret = ReplyOf<typeof beginTwoFactor>;

interface TwoFactorSetupProps {
  secret: NewSecret | undefined;
  onClose: () => void;
  onDone: (fresh: { recoveryCodes: string[] }) => void;
}

export function TwoFactorSetup({ secret, onClose, onDone }: TwoFactorSetupProps) {
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
