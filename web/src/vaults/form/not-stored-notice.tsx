// Shown above a form if this browser's storage is disabled, so that nothing written in the form survives its page.
import { useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { isStorageEnabled } from './sealed-drafts.ts';

export function NotStoredNotice() {
  const [isStored] = useState(isStorageEnabled);
  if (isStored) return null;
  return (
    <div className="pb-9">
      <Notice title="This browser does not store what you write">
        Your text and files are lost if this page is closed or reloaded before you have finished.
      </Notice>
    </div>
  );
}
