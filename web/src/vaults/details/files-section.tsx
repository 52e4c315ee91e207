// The files of a vault. The owner can open, play and download each of them, before the release and after it.
import { StoredFileList } from '../../files/stored-file-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { renewLinksAfterMilliseconds, useFiles } from '../use-vault.ts';

export function FilesSection({ vaultId }: { vaultId: string }) {
  const { data: files, error, refetch, dataUpdatedAt } = useFiles(vaultId);
  const links = {
    areStale: () => Date.now() - dataUpdatedAt >= renewLinksAfterMilliseconds,
    renew: async () => (await refetch()).data,
  };
  return (
    <Section title="Files">
      {error && !files && (
        <Notice variant="danger" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {error.detail}
        </Notice>
      )}
      {!files && !error && <Skeleton className="h-20" />}
      {files?.length === 0 && <p className="text-muted">This vault has no files.</p>}
      {files && files.length > 0 && <StoredFileList files={files} links={links} />}
    </Section>
  );
}
