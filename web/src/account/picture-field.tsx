// Shows the owner's picture or initials, and lets them choose, replace or remove the picture.
import { type Account, pictureTypes, putPicture, removePicture } from '@remembrance/contract/account.ts';
import type { User } from '@remembrance/contract/sessions.ts';
import { useRef } from 'react';
import { call, sendBytes } from '../lib/call.ts';
import { Avatar } from '../people/sessions/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { FocusFallback } from '../ui/focus-fallback.tsx';
import { toast } from '../ui/toast.tsx';
import { useChange, useShowUser } from './use-account.ts';

export function PictureField({ account }: { account: Account }) {
  const showUser = useShowUser();
  const input = useRef<HTMLInputElement>(null);
  const title = 'The picture was not changed';
  const put = useChange<Blob, User>((picture) => sendBytes(putPicture, picture), { title, onDone: showUser });
  const remove = useChange<void, User>(() => call(removePicture), { title, onDone: showUser });
  const choose = async (file: File) => {
    try {
      put.mutate(await squarePicture(file));
    } catch {
      const description = 'Please choose a picture that is a PNG, a JPEG or a WebP.';
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
        <input
          ref={input}
          type="file"
          aria-label="Picture"
          accept={pictureTypes.join(',')}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = ''; // so that the same file can be chosen again
            if (file) void choose(file);
          }}
        />
        <Button variant="secondary" isBusy={put.isPending} onClick={() => input.current?.click()}>
          {account.profileImageUrl ? 'Change picture' : 'Add a picture'}
        </Button>
        {account.profileImageUrl && (
          <Button variant="quiet" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            Remove picture
          </Button>
        )}
      </div>
    </FocusFallback>
  );
}

const side = 512;

/** @throws when the browser cannot read the file as a picture. */
export async function squarePicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const edge = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw');
  context.fillStyle = '#fff'; // behind transparent areas
  context.fillRect(0, 0, side, side);
  const left = (picture.width - edge) / 2;
  const top = (picture.height - edge) / 2;
  context.drawImage(picture, left, top, edge, edge, 0, 0, side, side);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), 'image/jpeg', 0.9);
  });
}
