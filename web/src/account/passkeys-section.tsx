// Adds, renames and removes passkeys, which sign in with a device's screen lock instead of a password.
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
  renamePasskeyBody,
} from '@remembrance/contract/passkeys.ts';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { shortDate } from '../lib/dates.ts';
import { fieldOf, useContractForm } from '../lib/form.ts';
import { queryOf } from '../lib/query-client.ts';
import { SubmitForm } from '../people/forms/form-page.tsx';
import { askForPasskey, canUsePasskeys } from '../people/forms/passkey-prompt.ts';
import { useFormSubmission } from '../people/forms/use-form-submission.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { FocusFallback } from '../ui/focus-fallback.tsx';
import { LoadFailure } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useChange, useRefresh } from './use-account.ts';

export function PasskeysSection() {
  const { data: passkeys, error, refetch } = useQuery(queryOf(listPasskeys));
  const add = useChange<void, Passkey>(
    async () => {
      // The contract passes WebAuthn's format on and types only a part of it.
      const options = (await call(beginPasskey)) as unknown as PublicKeyCredentialCreationOptionsJSON;
      const answer = await askForPasskey((browser) => browser.startRegistration({ optionsJSON: options }));
      return call(addPasskey, { body: { name: 'Passkey', answer: answer as never } });
    },
    {
      title: 'No passkey was added',
      reload: listPasskeys,
      onDone: () => toast({ title: 'Passkey added', description: 'You can sign in with it from now on.' }),
    },
  );
  return (
    <Section
      title="Passkeys"
      hint="Sign in with the lock of your phone or computer: a fingerprint, your face or its PIN. You then need no password and no code."
    >
      {error ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : passkeys === undefined ? (
        <Skeleton className="h-16 rounded-card" />
      ) : (
        <PasskeyList passkeys={passkeys} />
      )}
      {canUsePasskeys() ? (
        <Button
          variant="secondary"
          className="justify-self-start"
          isBusy={add.isPending}
          onClick={() => add.mutateOnce()}
        >
          Add a passkey
        </Button>
      ) : (
        <p className="text-muted text-sm">This browser cannot make passkeys.</p>
      )}
    </Section>
  );
}

function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  return (
    <FocusFallback shown={passkeys.map(({ id }) => id).join()} label="Your passkeys">
      {passkeys.length === 0 ? (
        <p className="text-muted">You have no passkeys yet.</p>
      ) : (
        <ul className="rows rounded-card border border-line bg-surface">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
    </FocusFallback>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const refresh = useRefresh();
  const [openDialog, setOpenDialog] = useState<'rename' | 'remove'>();
  const close = () => setOpenDialog(undefined);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
      <div className="min-w-0">
        <p className="font-semibold" dir="auto" lang="" translate="no">
          {name}
        </p>
        <p className="text-muted text-sm">
          {`Added ${shortDate(createdAt)}. ${lastUsedAt ? `Last used ${shortDate(lastUsedAt)}.` : 'Not used yet.'}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="compact"
          aria-label={`Rename ${name}`}
          onClick={() => setOpenDialog('rename')}
        >
          Rename
        </Button>
        <Button variant="quiet" size="compact" aria-label={`Remove ${name}`} onClick={() => setOpenDialog('remove')}>
          Remove
        </Button>
      </div>
      <Dialog isOpen={openDialog === 'rename'} onClose={close} title="Rename this passkey">
        <RenameForm
          passkey={passkey}
          onClose={() => {
            close();
            void refresh(listPasskeys); // even after a refusal, because it may have been removed elsewhere
          }}
        />
      </Dialog>
      <ConfirmDialog
        isOpen={openDialog === 'remove'}
        title="Remove this passkey?"
        description={`“${name}” will no longer sign you in. Your device may still offer it until you remove it there too.`}
        action="Remove"
        variant="danger"
        reload={listPasskeys}
        send={() => call(removePasskey, { params: { id } })}
        onDone={() => {
          close();
          void refresh(listPasskeys);
        }}
        onClose={close}
      />
    </li>
  );
}

function RenameForm({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useContractForm(renamePasskeyBody, { name });
  const { submit, isBusy, refusal } = useFormSubmission(
    form,
    (body) => call(renamePasskey, { params: { id }, body }),
    onClose,
  );
  return (
    <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
      <TextField label="Name" autoComplete="off" {...fieldOf(form, 'name')} />
      <DialogButtons onClose={onClose}>
        <Button type="submit" isBusy={isBusy}>
          Save
        </Button>
      </DialogButtons>
    </SubmitForm>
  );
}
