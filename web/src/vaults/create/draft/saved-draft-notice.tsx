// Shown when the form starts from a saved draft: what was restored, what was not, and how to start over. Also shown when other tabs have
// their own drafts.
import { useState } from 'react';
import { longDate } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirmation } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { readCopied } from './copied-content.ts';
import type { useDraftFiles } from './use-draft-files.ts';
import { type CreateForm, emptyVaultForm, hasText } from './vault-form.ts';

interface SavedDraftNoticeProps {
  savedAt: Date;
  form: CreateForm;
  draftFiles: Pick<ReturnType<typeof useDraftFiles>, 'files' | 'setFiles'>;
  onEmptied: () => void;
}

export function SavedDraftNotice({ savedAt, form, draftFiles, onEmptied }: SavedDraftNoticeProps) {
  const [isShown, setShown] = useState(true);
  const [isAsking, setAsking] = useState(false);
  const copied = readCopied(form.getValues('copied'));
  if (!isShown) return null;
  // The owner may have removed what was restored.
  const hasContent = () => draftFiles.files.length > 0 || hasText(form.getValues());
  const startOver = () => {
    setShown(false);
    form.reset({ ...emptyVaultForm, planType: form.getValues('planType') });
    draftFiles.setFiles([]);
    onEmptied();
  };
  return (
    <div className="pb-9">
      <Notice
        title={copied ? 'Your copy is ready' : 'What you typed is still here'}
        action={
          <Button variant="secondary" onClick={() => (hasContent() ? setAsking(true) : startOver())}>
            Start over
          </Button>
        }
      >
        {copied
          ? `It has what you chose from “${copied.from}”. Please say who this one is for and what they will be asked.`
          : `This browser saved your text and files on ${longDate(savedAt.toISOString())}. It never saves answers, so please type them again.`}
      </Notice>
      <Confirmation
        isOpen={isAsking}
        title="Start over?"
        description="This deletes the text, files and recordings in this form. They cannot be restored."
        no="Keep writing"
        yes="Start over"
        variant="danger"
        isBusy={false}
        onConfirm={startOver}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

export function OtherDraftsNotice({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null;
  const named = titles.filter((title) => title.trim() !== '');
  return (
    <div className="pb-9">
      <Notice title="You are writing another vault in another tab">
        {named.length > 0 && (
          <p>
            It is called <bdi lang="">{named.map((title) => `“${title}”`).join(', ')}</bdi>.
          </p>
        )}
        <p>It stays there unchanged. What you write here is a separate vault.</p>
      </Notice>
    </div>
  );
}
