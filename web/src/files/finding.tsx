// What a virus scanner reported of a file, in calm words. The report may be wrong, and nothing is kept back for it.
import { AsWritten } from '../ui/as-written.tsx';

interface FindingProps {
  /** What the scanner calls it; null where it found nothing. */
  finding: string | null;
}

export const OwnersFinding = ({ finding }: FindingProps) => finding && <Finding finding={finding} advice={toOwner} />;
export const RecipientsFinding = ({ finding }: FindingProps) =>
  finding && <Finding finding={finding} advice={toRecipient} />;

const toOwner =
  'It is kept as it is. If you made it yourself, the report may be wrong. If you did not expect this, please add the right file in its place.';
const toRecipient =
  'The report may be wrong, and the file is as it was left for you. If you are not sure, ask somebody who knows computers before you open it.';

function Finding({ finding, advice }: { finding: string; advice: string }) {
  return (
    <p className="mt-1 text-muted text-sm wrap-anywhere">
      <span>A virus scanner reported this file as </span>
      <AsWritten>{finding}</AsWritten>
      <span>{`. ${advice}`}</span>
    </p>
  );
}
