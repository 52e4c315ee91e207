// The app's address: navigations, going back, and what a prerendered page may know of it.
import { act, cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { linkPage } from './link-page.tsx';
import { BrowserLocation, FixedLocation, useLeaveGuard, useLocation, useNavigate, useSearch } from './location.tsx';

let go: ReturnType<typeof useNavigate>;

function Where() {
  go = useNavigate();
  const { pathname, search, state, arrival } = useLocation();
  return <output>{JSON.stringify([pathname, search, state, arrival])}</output>;
}

function open(address = '/start', state: unknown = null) {
  window.history.replaceState(state, '', address);
  render(
    <BrowserLocation>
      <Where />
    </BrowserLocation>,
  );
}
const where = () => JSON.parse(screen.getByRole('status').textContent ?? '');

async function goBack(): Promise<void> {
  await act(async () => {
    const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.back();
    await gone;
  });
}

async function openLink(fragment: string): Promise<void> {
  await act(async () => {
    const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.location.hash = fragment;
    await moved;
  });
}

beforeEach(() => window.history.replaceState(null, '', '/'));

test('a page can read how it was reached and with which state', async () => {
  open('/start?a=b#c', { email: 'ada@example.com' });
  expect(where()).toEqual(['/start', '?a=b', { email: 'ada@example.com' }, 'opened']);
  act(() => go('/next?x=1', { state: { step: 2 } }));
  expect(where()).toEqual(['/next', '?x=1', { step: 2 }, 'moved']);
  await goBack();
  expect(where()).toEqual(['/start', '?a=b', { email: 'ada@example.com' }, 'returned']);
});

test('a navigation without state does not inherit the previous page’s', () => {
  open('/start', { email: 'ada@example.com' });
  act(() => go('/next'));
  expect(where()).toEqual(['/next', '', null, 'moved']);
});

test('Back skips a page that was replaced', async () => {
  open('/start');
  act(() => go('/sign-in'));
  act(() => go('/account', { replace: true }));
  await goBack();
  expect(where()[0]).toBe('/start');
});

test('an unmounted page no longer follows the address', () => {
  open('/start');
  cleanup();
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  expect(screen.queryByRole('status')).toBeNull();
});

const Query = () => <output>{useSearch().get('plan') ?? 'no plan'}</output>;

test('a page is prerendered without a query, and gets the address’s query in the browser', () => {
  const markup = renderToString(
    <FixedLocation pathname="/pricing">
      <Query />
    </FixedLocation>,
  );
  expect(markup).toContain('no plan');
  window.history.replaceState(null, '', '/pricing?plan=a%26b&plan=c');
  render(
    <BrowserLocation>
      <Query />
    </BrowserLocation>,
  );
  expect(screen.getByRole('status').textContent).toBe('a&b');
});

const TokenPage = linkPage(({ token }) => {
  return (
    <>
      <output>{token}</output>
      <input aria-label="Note" />
    </>
  );
});

test('a page behind a link restarts with a new token, and only then', async () => {
  window.history.replaceState(null, '', '/link#first');
  render(
    <BrowserLocation>
      <Where />
      <TokenPage />
    </BrowserLocation>,
  );
  const note = screen.getByLabelText<HTMLInputElement>('Note');
  note.value = 'half a sentence';
  act(() => go('/link?again#first', { replace: true }));
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('half a sentence');
  act(() => go('/link#second'));
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('');
  expect(screen.getAllByRole('status').at(-1)?.textContent).toBe('second');
  await openLink('#third');
  expect(screen.getAllByRole('status').at(-1)?.textContent).toBe('third');
});

const rendered = vi.fn();
function RenderCount() {
  rendered(useLocation().pathname);
  return null;
}

test('a link to an anchor does not render the page again', async () => {
  render(
    <BrowserLocation>
      <RenderCount />
    </BrowserLocation>,
  );
  await openLink('#part');
  await openLink('#other-part');
  expect(window.location.hash).toBe('#other-part');
  expect(rendered).toHaveBeenCalledOnce();
});

function Guarded({ guard }: { guard: (() => void) | null }) {
  useLeaveGuard(guard);
  return null;
}

test('a page that asks before leaving stays at the anchor a link led to', async () => {
  const ask = vi.fn();
  const page = (guard: (() => void) | null) => (
    <BrowserLocation>
      <Guarded guard={guard} />
    </BrowserLocation>
  );
  const { rerender } = render(page(null));
  await openLink('#part');
  rerender(page(ask));
  await goBack();
  expect(ask).toHaveBeenCalledOnce();
  expect(window.location.hash).toBe('#part');
});
