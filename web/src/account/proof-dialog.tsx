// Asks for the password before a change that outlives a session. An account without one is proven by its fresh sign-in.
import { ownPassword, proof } from '@remembrance/contract/sessions.ts';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { useContractForm } from '../lib/form.ts';
import { EntryForm } from '../sessions/entry-shell.tsx';
import { logoutPath } from '../sessions/login-redirect.ts';
import { useEntry } from '../sessions/use-entry.ts';
import { Button, ButtonLink, type ButtonVariant } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/text-field.tsx';

interface ProofDialogProps<Reply> {
  title: string;
  description: ReactNode;
  /** The words of the button that goes on. */
  action: string;
  variant?: ButtonVariant;
  hasPassword: boolean;
  send: (body: { password?: string | undefined }) => Promise<Reply>;
  onDone: (reply: Reply) => void;
  onClose: () => void;
}

export function ProofDialog<Reply>({ isOpen, ...props }: ProofDialogProps<Reply> & { isOpen: boolean }) {
  const { title, description, onClose } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} description={description}>
      <ProofForm {...props} />
    </Dialog>
  );
}

const withPassword = z.strictObject({ password: ownPassword });
const withoutPassword = z.strictObject({ password: proof.password });

function ProofForm<Reply>(props: ProofDialogProps<Reply>) {
  const { action, variant = 'primary', hasPassword, send, onDone, onClose } = props;
  const form = useContractForm(hasPassword ? withPassword : withoutPassword, hasPassword ? { password: '' } : {});
  const { submit, isBusy, refusal } = useEntry(form, send, onDone);
  const signInAgain = refusal?.code === 'fresh-sign-in-needed' && (
    <ButtonLink variant="secondary" href={logoutPath}>
      Log out
    </ButtonLink>
  );
  return (
    <EntryForm onSubmit={form.handleSubmit(submit)} refusal={refusal} refusalAction={signInAgain}>
      {hasPassword && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          error={form.formState.errors.password?.message}
          {...form.register('password')}
        />
      )}
      <div className="flex flex-col gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant={variant} isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </EntryForm>
  );
}
