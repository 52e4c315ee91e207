// Lists the browsers that the account knows, and forgets them one by one.
import { forgetBrowser, type KnownBrowser, listKnownBrowsers } from '@remembrance/contract/sessions.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { longDate, shortDateTime } from '../lib/dates.ts';
import { queryOf } from '../lib/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Skeleton } from '../ui/card.tsx';
import { LoadFailure } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { useChange } from './use-account.ts';

export function BrowsersSection() {
  const { data: browsers, error, refetch } = useQuery(queryOf(listKnownBrowsers));
  return (
    <Section
      title="Browsers we know"
      hint="In these browsers your password is enough to sign in. In any other, we also send a code to your mailbox. If you no longer use a browser, forget it."
    >
      {error ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : browsers ? (
        <ul className="rows rounded-card border border-line bg-surface">
          {browsers.map((browser) => (
            <BrowserRow key={browser.id} browser={browser} />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-24 rounded-card" />
      )}
    </Section>
  );
}

function BrowserRow({ browser }: { browser: KnownBrowser }) {
  const { id, device, createdAt, lastSeenAt, isCurrent } = browser;
  const forget = useChange<void, unknown>(() => call(forgetBrowser, { params: { id } }), {
    title: 'The browser was not forgotten',
    reload: listKnownBrowsers,
  });
  return (
    <li className="flex flex-col items-start justify-between gap-x-4 gap-y-3 p-4 sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="font-semibold">{device}</p>
        <p className="text-muted text-sm">{`Known since ${longDate(createdAt)}. Last sign-in ${shortDateTime(lastSeenAt)}.`}</p>
      </div>
      {isCurrent ? (
        <Badge variant="success">This browser</Badge>
      ) : (
        <Button
          variant="secondary"
          size="compact"
          aria-label={`Forget ${device}, known since ${longDate(createdAt)}`}
          isBusy={forget.isPending}
          onClick={() => forget.mutateOnce()}
        >
          Forget
        </Button>
      )}
    </li>
  );
}
