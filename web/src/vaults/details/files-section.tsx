// The files of a vault. The owner sees the list; only the recipient can open them, after the release.
import { FileRow } from '../../files/file-row.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { useFiles } from '../use-vault.ts';

export function FilesSection({ vaultId }: { vaultId: string }) {
  const { data: files, error, refetch } = useFiles(vaultId);
  return (
    <Section title="Files">
      {error && (
        <Notice variant="danger" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {error.detail}
        </Notice>
      )}
      {!files && !error && <Skeleton className="h-20" />}
      {files?.length === 0 && <p className="text-muted">This vault has no files.</p>}
      {files && files.length > 0 && (
        <ul>
          {files.map((file) => (
            <FileRow key={file.id} name={file.fileName} type={file.fileType} size={file.fileSize} />
          ))}
        </ul>
      )}
    </Section>
  );
}
