// The activity of a vault: who did what and when, collapsed until opened, newest first.
import { listActivity } from '@remembrance/contract/activity.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longDate } from '../../lib/dates.ts';
import { queryOf } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { Link } from '../../ui/link.tsx';
import { LoadFailure } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { rowsOf } from './activity-words.ts';

type About = Pick<Vault, 'id' | 'recipientName'>;

export function ActivitySection({ vault }: { vault: About }) {
  const [isOpen, setIsOpen] = useState(false);
  /** The start of each page of the list; the first page starts with the newest line. */
  const [parts, setParts] = useState<(number | undefined)[]>([undefined]);
  return (
    <Section title="Activity" hint="Everything that happened to this vault: who did it, and when.">
      <p>
        <Button variant="secondary" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide the activity' : 'Show the activity'}
        </Button>
      </p>
      {isOpen && (
        <FocusFallback shown={parts.join()} label="Activity" className="grid gap-4">
          {parts.map((before, index) => (
            <ActivityPart
              key={before ?? 'newest'}
              vault={vault}
              before={before}
              onMore={index === parts.length - 1 ? (next) => setParts([...parts, next]) : undefined}
            />
          ))}
          <p className="text-sm">
            <Link to="/transparency" className="text-link">
              How this list is protected
            </Link>
          </p>
        </FocusFallback>
      )}
    </Section>
  );
}

interface PartProps {
  vault: About;
  before: number | undefined;
  /** Undefined if the next page is already shown. */
  onMore: ((next: number) => void) | undefined;
}

function ActivityPart({ vault, before, onMore }: PartProps) {
  const query = before === undefined ? {} : { before };
  // Fetched again whenever it is shown, because every action adds a line.
  const asked = { ...queryOf(listActivity, { params: { id: vault.id }, query }), staleTime: 0 };
  const { data, error, refetch } = useQuery(asked);
  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />;
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">Loading the activity</span>
        <Skeleton className="h-20" />
      </div>
    );
  const { lines, next } = data;
  return (
    <>
      <ol className="rows">
        {rowsOf(lines, vault.recipientName).map(({ number, at, sentence }) => (
          <li key={number} className="py-2.5">
            <p>
              <bdi>{sentence}</bdi>
            </p>
            <p className="text-muted text-sm">
              <time dateTime={at}>{longDate(at)}</time>
            </p>
          </li>
        ))}
      </ol>
      {next !== null && onMore && (
        <p>
          <Button variant="secondary" onClick={() => onMore(next)}>
            Show earlier activity
          </Button>
        </p>
      )}
    </>
  );
}
