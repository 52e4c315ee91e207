// Shown when the form starts from a saved draft: what was restored, what was not, and how to start over. Also shown when other tabs have
// their own drafts.
import { useState } from 'react';
import { longDate } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

export function SavedDraftNotice({ savedAt, onStartOver }: { savedAt: Date; onStartOver: () => void }) {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  const startOver = () => {
    setShown(false);
    onStartOver();
  };
  return (
    <div className="pb-9">
      <Notice
        title="What you typed is still here"
        action={
          <Button variant="secondary" onClick={startOver}>
            Start over
          </Button>
        }
      >
        {`This browser saved your text and files on ${longDate(savedAt.toISOString())}. Answers are never saved, so please type them again.`}
      </Notice>
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
            It is called <bdi>{named.map((title) => `“${title}”`).join(', ')}</bdi>.
          </p>
        )}
        <p>It stays there as it is. What you write here is a vault of its own.</p>
      </Notice>
    </div>
  );
}
