// Shown in place of a vault while it loads or when it cannot be shown, and once its questions were opened again.
import type { CallError } from '../../lib/call.ts';
import { useUser } from '../../people/sessions/use-user.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { LoadFailure, Notice } from '../../ui/notice.tsx';
import { PageLoading } from '../../ui/page/page-loading.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';

export const VaultLoading = () => <PageLoading title="Your vault" label="Loading your vault" />;

export function VaultTrouble({ error, onRetry }: { error: CallError; onRetry: () => unknown }) {
  if (error.status === 404)
    return (
      <PageShell title="Vault Not Found" lead="This vault doesn't exist or you don't have access to it" width="text">
        <OtherAccount />
        <ButtonLink to="/">Return Home</ButtonLink>
      </PageShell>
    );
  return (
    <PageShell title="Your vault could not be shown" width="text">
      <LoadFailure error={error} onRetry={onRetry} />
    </PageShell>
  );
}

/** Two people may share a browser: the link in an email then opens in the other one's account. */
function OtherAccount() {
  const session = useUser();
  if (session.status !== 'signed-in') return null;
  return (
    <p className="mb-6">
      You are logged in as <AsWritten>{session.user.email}</AsWritten>. If the vault is in another account, log out and
      log in there.
    </p>
  );
}

/** After a press that opens the recipient's questions again. An earlier press, whose response was lost, may have opened them. */
export const ReopenedNotice = ({ hasReopened }: { hasReopened: boolean }) =>
  hasReopened ? (
    <Notice variant="success" title="The questions are open again" isAnnounced>
      An email with a new link is on its way to the recipient.
    </Notice>
  ) : (
    <Notice title="The questions are already open" isAnnounced>
      The recipient can answer them with the link in our newest email to them.
    </Notice>
  );
