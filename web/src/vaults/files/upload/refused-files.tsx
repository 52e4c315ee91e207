// Why files were not accepted, one sentence each. Renders nothing if all were.
import { Notice } from '../../../ui/notice.tsx';

export function RefusedFiles({ refusals }: { refusals: readonly string[] }) {
  if (refusals.length === 0) return null;
  return (
    <Notice variant="danger" isAnnounced>
      <ul className="grid gap-1">
        {refusals.map((refusal) => (
          <li key={refusal}>{refusal}</li>
        ))}
      </ul>
    </Notice>
  );
}
