// A collapsed list of suggested sentences. A click adds one; it never replaces written text.
import { Plus } from 'lucide';
import { Icon } from '../../../ui/icon.tsx';

interface StartChooserProps {
  title: string;
  hint?: string;
  starts: readonly string[];
  onChoose: (start: string) => void;
  /** Why nothing can be added now. */
  isFullBecause?: string | undefined;
}

export function StartChooser({ title, hint, starts, onChoose, isFullBecause }: StartChooserProps) {
  return (
    <details className="rounded-field border border-line bg-vellum px-4 py-1">
      <summary className="min-h-11 py-2.5 font-semibold text-sm">{title}</summary>
      {(isFullBecause ?? hint) && <p className="text-muted text-sm">{isFullBecause ?? hint}</p>}
      <ul className="mt-2 mb-3 grid gap-1.5">
        {starts.map((start) => (
          <li key={start}>
            <button
              type="button"
              disabled={isFullBecause !== undefined}
              onClick={() => onChoose(start)}
              className="flex min-h-11 w-full items-center gap-2.5 rounded-field border border-control bg-surface px-3 py-2 text-start text-sm hover:bg-vellum disabled:opacity-60"
            >
              <Icon of={Plus} className="size-4 shrink-0 text-brass" />
              <span>{start}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
