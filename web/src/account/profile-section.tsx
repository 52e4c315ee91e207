// The owner's name and picture.
import {
  type Account,
  changeProfile,
  pictureTypes,
  profileBody,
  putPicture,
  removePicture,
} from '@remembrance/contract/account.ts';
import type { User } from '@remembrance/contract/sessions.ts';
import { CanvasIsNoise, drawingOf } from '../lib/browser/drawing.ts';
import { call, sendBytes } from '../lib/call.ts';
import { fieldOf, useContractForm } from '../lib/form.ts';
import { NameFields } from '../people/forms/account-fields.tsx';
import { SubmitForm } from '../people/forms/form-page.tsx';
import { useFormSubmission } from '../people/forms/use-form-submission.ts';
import { Avatar } from '../people/sessions/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { FilePicker } from '../ui/fields/file-picker.tsx';
import { FocusFallback } from '../ui/focus-fallback.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast.tsx';
import { useChange, useShowUser } from './use-account.ts';

export function ProfileSection({ account }: { account: Account }) {
  const showUser = useShowUser();
  const form = useContractForm(profileBody, { firstName: account.firstName ?? '', lastName: account.lastName ?? '' });
  const { submit, isBusy, refusal } = useFormSubmission(
    form,
    (body) => call(changeProfile, { body }),
    (user) => {
      showUser(user);
      toast({ title: 'Saved', description: 'Your name has been changed.' });
    },
  );
  return (
    <Section title="Profile" hint="Your name appears in the emails to your executors and recipients.">
      <PictureField account={account} />
      <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
        <NameFields firstName={fieldOf(form, 'firstName')} lastName={fieldOf(form, 'lastName')} />
        <Button type="submit" variant="secondary" className="justify-self-start" isBusy={isBusy}>
          Save name
        </Button>
      </SubmitForm>
    </Section>
  );
}

function PictureField({ account }: { account: Account }) {
  const showUser = useShowUser();
  const title = 'The picture was not changed';
  const put = useChange<Blob, User>((picture) => sendBytes(putPicture, picture), { title, onDone: showUser });
  const remove = useChange<void, User>(() => call(removePicture), { title, onDone: showUser });
  const choose = async (file: File) => {
    try {
      put.mutate(await squarePicture(file));
    } catch (error) {
      const description =
        error instanceof CanvasIsNoise ? pictureIsNoise : 'Please choose a picture that is a PNG, a JPEG or a WebP.';
      toast({ title, description, variant: 'destructive' });
    }
  };
  return (
    <FocusFallback
      shown={account.profileImageUrl ? 'picture' : 'initials'}
      label="Your picture"
      className="flex flex-wrap items-center gap-4"
    >
      <Avatar user={account} size="large" />
      <div className="flex flex-wrap gap-3">
        <FilePicker label="Picture" accept={pictureTypes.join(',')} onFile={(file) => void choose(file)}>
          {(open) => (
            <Button variant="secondary" isBusy={put.isPending} onClick={open}>
              {account.profileImageUrl ? 'Change picture' : 'Add a picture'}
            </Button>
          )}
        </FilePicker>
        {account.profileImageUrl && (
          <Button variant="quiet" isBusy={remove.isPending} onClick={() => remove.mutateOnce()}>
            Remove picture
          </Button>
        )}
      </div>
    </FocusFallback>
  );
}

const pictureIsNoise =
  'To protect you from being recognized, this browser turns pictures into noise. Please allow it to read pictures on this site, or add yours in another browser.';

const side = 512;

/** @throws when the browser cannot read the file as a picture. */
export async function squarePicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const edge = Math.min(picture.width, picture.height);
  const { canvas, context } = drawingOf(side, side);
  context.fillStyle = '#fff'; // behind transparent areas
  context.fillRect(0, 0, side, side);
  const left = (picture.width - edge) / 2;
  const top = (picture.height - edge) / 2;
  context.drawImage(picture, left, top, edge, edge, 0, 0, side, side);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), 'image/jpeg', 0.9);
  });
}
