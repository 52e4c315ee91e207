// What a virus scanner reported about a file, in calm words. The report may be wrong, so we withhold nothing.
import { AsWritten } from '../../ui/as-written.tsx';

interface FindingProps {
  /** The scanner's name for it; null if it found nothing. */
  finding: string | null;
}

/** On the vault's page. The vault may no longer be editable. */
export const OwnersFinding = ({ finding }: FindingProps) => finding && <Finding finding={finding} advice={toOwner} />;
/** In the form that can replace the file. */
export const EditorsFinding = ({ finding }: FindingProps) =>
  finding && <Finding finding={finding} advice={`${toOwner} ${replaceIt}`} />;
export const RecipientsFinding = ({ finding }: FindingProps) =>
  finding && <Finding finding={finding} advice={toRecipient} />;

const toOwner = 'We keep the file unchanged. If you created it yourself, the report may be wrong.';
const replaceIt = 'If you did not expect this, please replace it with the right file.';
const toRecipient =
  'The report may be wrong, and the file is exactly as it was left for you. If you are not sure, ask somebody who knows computers before you open it.';

function Finding({ finding, advice }: { finding: string; advice: string }) {
  return (
    <p className="mt-1 text-muted text-sm wrap-anywhere">
      <span>A virus scanner reported this file as </span>
      <AsWritten>{finding}</AsWritten>
      <span>{`. ${advice}`}</span>
    </p>
  );
}
