// The page shown when rendering fails, and the reload for a chunk that a new release has removed.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LooseText, translateLooseText } from '../../testing/loose-text.tsx';
import { watchLeaving } from '../../testing/watch-leaving.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { reloadIfMissing } from './missing-chunk.ts';

const failed = new TypeError('Failed to fetch dynamically imported module');
const fail = () => Promise.reject(failed);

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Broken(): never {
  throw new Error('x is undefined: Dear Rosa');
}

test('a failed page says that nothing saved is lost, what helps, and who to write to', async () => {
  const left = watchLeaving();
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Something went wrong on this page');
  const page = screen.getByRole('main');
  expect(page.textContent).toContain('What you have saved is safe.');
  expect(page.textContent).not.toContain('undefined');
  expect(screen.getByRole('link', { name: 'support@example.org' }).getAttribute('href')).toBe(
    'mailto:support@example.org',
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Load the page again' }));
  expect(left).toEqual(['reload']);
  expect(screen.getByRole('link', { name: 'Return Home' }).getAttribute('href')).toBe('/');
});

test('a page that failed offline says so, and reloads by itself when the connection returns', () => {
  const left = watchLeaving();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { unmount } = render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('main').textContent).toContain('You are offline.');
  fireEvent(window, new Event('online'));
  expect(left).toEqual(['reload']);
  unmount();
  fireEvent(window, new Event('online'));
  expect(left).toEqual(['reload']);
});

test('a page that works is shown unchanged', () => {
  render(<ErrorBoundary>All is well</ErrorBoundary>);
  expect(document.body.textContent).toBe('All is well');
});

test('a page that fails because a translation replaced its text is shown again', () => {
  render(
    <ErrorBoundary>
      <LooseText />
    </ErrorBoundary>,
  );
  translateLooseText();
  fireEvent.click(screen.getByRole('button', { name: 'Drücken' }));
  expect(screen.queryByRole('heading')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Press' }));
  expect(screen.getByRole('button', { name: '1Press' })).toBeDefined();
});

test('a page that fails again after such a failure is not rendered endlessly', () => {
  const failing = () => {
    throw new DOMException('The node is not a child of this node.', 'NotFoundError');
  };
  render(
    <ErrorBoundary>
      <LooseText onRender={failing} />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading').textContent).toBe('Something went wrong on this page');
});

test('an available chunk is passed on, and nothing is reloaded', async () => {
  const left = watchLeaving();
  expect(await reloadIfMissing(async () => 'part')).toBe('part');
  expect(left).toEqual([]);
});

test('a missing chunk reloads the page, at most once in ten seconds', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T23:59:55Z') });
  const left = watchLeaving();
  const outcome = vi.fn();
  void reloadIfMissing(fail).then(outcome, outcome);
  await vi.advanceTimersByTimeAsync(9999);
  expect(left).toEqual(['reload']);
  expect(outcome).not.toHaveBeenCalled(); // the page is being replaced and shows no error in between
  await expect(reloadIfMissing(fail)).rejects.toBe(failed);
  expect(left).toEqual(['reload']);
  await vi.advanceTimersByTimeAsync(1);
  void reloadIfMissing(fail);
  await vi.advanceTimersByTimeAsync(0);
  expect(left).toEqual(['reload', 'reload']);
});

test('an offline page is not reloaded, because that would only lose its content', async () => {
  const left = watchLeaving();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(reloadIfMissing(fail)).rejects.toBe(failed);
  expect(left).toEqual([]);
  expect(sessionStorage.length).toBe(0);
});

test('if storage is disabled, the failure itself is reported', async () => {
  const left = watchLeaving();
  vi.stubGlobal('sessionStorage', {
    getItem() {
      throw new DOMException('denied', 'SecurityError');
    },
    clear() {},
  });
  await expect(reloadIfMissing(fail)).rejects.toBe(failed);
  expect(left).toEqual([]);
});
