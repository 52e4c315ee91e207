// The simulated browser for every screen test. It adds what is missing: modal dialogs, media queries, scrolling and view transitions, as
// little as the app needs. All test files of a worker share it, so each test restores it.

import './lean-react.ts';
import { display } from '@remembrance/contract/limits.ts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { dismissToast } from '../src/ui/toast.tsx';
import { clearUnsentWork } from '../src/vaults/create/draft/unsent-work.ts';
import { endFakeService } from './fake-service.ts';
import { loadFakeStripe } from './fake-stripe.ts';
import { restoreHead } from './page-head.ts';

HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
window.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};
URL.createObjectURL ??= () => 'blob:file';
URL.revokeObjectURL ??= () => {};

/** Without the page's HTML, because the assertion's own message is enough. */
function shortError(message: string | null): Error {
  return new Error(`${message?.split('\n')[0]} on a page that says: ${document.body.textContent}`);
}

// Only ends a hung test; normally the wait ends with the event.
configure({ asyncUtilTimeout: 30_000, getElementError: shortError });

// A toast stays until the test has read it, however slow the machine is. The toast's own test sets its own time.
Object.assign(display, { toastMilliseconds: 600_000 });

await loadFakeStripe();

/** Errors that a page reported; a test that expects one replaces the console. */
const reported: string[] = [];
const { virtualConsole } = (globalThis as unknown as { jsdom: { virtualConsole: NodeJS.EventEmitter } }).jsdom;
virtualConsole.removeAllListeners('jsdomError');
virtualConsole.on('jsdomError', (fault: Error) => void reported.push(fault.message));

beforeEach(() => {
  restoreHead();
  const report = (...words: unknown[]) => void reported.push(words.map(String).join(' '));
  vi.spyOn(console, 'error').mockImplementation(report);
  vi.spyOn(console, 'warn').mockImplementation(report);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  dismissToast();
  clearUnsentWork();
  localStorage.clear();
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: it ends the session of this test
  document.cookie = 'session_hint=; path=/; max-age=0';
  document.body.replaceChildren();
  // A forward entry in the history would replace the next test's first entry.
  window.history.pushState(null, '', '/');
  const unanswered = endFakeService();
  const faults = reported.splice(0);
  expect({ unanswered, faults }).toEqual({ unanswered: [], faults: [] });
});
