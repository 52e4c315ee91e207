// Shown when the form starts from a saved draft: what was restored, what was not, and how to start over.
import { useState } from 'react';
import { longDate } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

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
        This browser saved your text and files on {longDate(savedAt.toISOString())}. Answers are never saved, so please
        type them again.
      </Notice>
    </div>
  );
}
