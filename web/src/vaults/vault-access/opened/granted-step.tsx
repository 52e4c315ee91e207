// Shown after the right answers: the message and files, with links that are renewed and a session that expires.
import type { AccessibleFile, AccessibleVault } from '@remembrance/contract/access-state.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useStartAgain } from '../proof/use-access.ts';
import { OpenedPage } from './opened-page.tsx';
import { useFreshLinks } from './use-fresh-links.ts';

interface GrantedStepProps {
  token: string;
  vault: AccessibleVault;
  files: readonly AccessibleFile[];
  everythingUrl: string;
}

export function GrantedStep({ token, vault, ...content }: GrantedStepProps) {
  const links = useFreshLinks(token);
  return (
    <OpenedPage
      {...content}
      vault={vault}
      links={links}
      openingKey={vault.id}
      notice={links.isSessionOver && <SessionOver token={token} />}
    />
  );
}

function SessionOver({ token }: { token: string }) {
  const startAgain = useStartAgain(token);
  return (
    <div className="mt-10 print:hidden">
      <Notice
        title="To download more, please answer the questions again"
        action={<Button onClick={() => void startAgain()}>Answer again</Button>}
        isAnnounced
      >
        To protect what was left for you, this page closes the files after a while.
      </Notice>
    </div>
  );
}
