// Shown when a link does not open a vault: it is expired or unknown, its release was undone, or the service cannot be reached.
import type { CallError } from '../../../lib/call.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { LoadFailure, Notice } from '../../../ui/notice.tsx';
import { PageShell } from '../../../ui/page/page-shell.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { useFreshLink } from './use-access.ts';

interface LinkTroubleProps {
  token: string;
  error: CallError;
  onRetry: () => void;
}

export function LinkTrouble({ token, error, onRetry }: LinkTroubleProps) {
  if (error.code === 'link-expired') return <EndedLink token={token} {...expired} />;
  if (error.code === 'link-closed') return <EndedLink token={token} {...closed} />;
  if (error.code === 'link-withdrawn') return <WithdrawnLink />;
  // A damaged link is refused before anybody looks for it.
  const isDamaged = error.status === 400;
  if (isDamaged || error.code === 'link-not-found')
    return (
      <PageShell title="Link not found" width="text" actions={null}>
        <p>
          {isDamaged
            ? 'This link is damaged. Please open the link in our email again, or copy the complete link.'
            : error.detail}
        </p>
        <div className="mt-6">
          <ButtonLink to="/send-again">Send me a new link</ButtonLink>
        </div>
        <p className="mt-6 text-muted">
          If it still does not open, write to <SupportLink />.
        </p>
      </PageShell>
    );
  return (
    <PageShell
      title="This cannot be opened at the moment"
      // We promise nothing about a vault that cannot be opened.
      lead={error.code === 'vault-unreadable' ? undefined : 'What was left for you is still here.'}
      width="text"
      actions={null}
    >
      <LoadFailure error={error} onRetry={onRetry} />
      <p className="mt-4 text-muted text-sm">This page tries again automatically when you are online.</p>
    </PageShell>
  );
}

/** The release was undone. It says neither by whom nor why. */
const WithdrawnLink = () => (
  <PageShell
    title="There is nothing here now"
    lead="You have done nothing wrong, and there is nothing you need to do."
    width="text"
    actions={null}
  >
    <p>
      If there is something for you later, we will write to you again. If you have a newer email from us, please open
      the link in that one.
    </p>
    <p className="mt-6 text-muted">
      If you have a question, write to <SupportLink />.
    </p>
  </PageShell>
);

interface Ending {
  title: string;
  lead: string;
}

const expired: Ending = {
  title: 'This link has expired',
  lead: 'What was left for you is still here. We can send a new link to the same address.',
};

const closed: Ending = {
  title: 'This link is closed',
  lead: 'Somebody who opened it said that it was not for them, and we have written to the people who can correct the address. If it is for you, we can send a new link to the same address.',
};

function EndedLink({ token, title, lead }: Ending & { token: string }) {
  const freshLink = useFreshLink(token);
  return (
    <PageShell title={title} lead={lead} width="text" actions={null}>
      {freshLink.isSuccess ? (
        <Notice variant="success" title="A new link is on its way" isAnnounced>
          Please check the mailbox that got our first email. It can take a few minutes.
        </Notice>
      ) : (
        <div className="grid justify-items-start gap-6">
          <Button isBusy={freshLink.isPending} onClick={() => freshLink.mutateOnce()}>
            Send a new link
          </Button>
          <Link className="text-link" to="/send-again">
            I do not know which address that is
          </Link>
        </div>
      )}
    </PageShell>
  );
}
