// Shown in place of a vault while it loads or when it cannot be shown.
import type { CallError } from '../../lib/call.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageLoading, PageShell } from '../../ui/page/page-shell.tsx';

export const VaultLoading = () => <PageLoading title="Your vault" label="Loading your vault" />;

export function VaultTrouble({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  if (error.status === 404)
    return (
      <PageShell title="Vault Not Found" lead="This vault doesn't exist or you don't have access to it" width="text">
        <ButtonLink to="/">Return Home</ButtonLink>
      </PageShell>
    );
  return (
    <PageShell title="Your vault could not be shown" width="text">
      <Notice variant="danger" action={<Button onClick={onRetry}>Try again</Button>}>
        {error.detail}
      </Notice>
    </PageShell>
  );
}
