// Said when the form starts from what was typed before: what is there, what is not, and how to begin again.
import { useState } from 'react';
import { longDate } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

export function KeptDraftNotice({ keptAt, onStartOver }: { keptAt: Date; onStartOver: () => void }) {
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
        This browser kept your text from {longDate(keptAt.toISOString())}. Answers and files are never kept, so please
        add them again.
      </Notice>
    </div>
  );
}
