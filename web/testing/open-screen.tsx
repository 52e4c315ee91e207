// Opens a page of the app in a simulated browser, against the service that the test describes. Layout, colours and real navigation belong
// to the browser tests in e2e.
import { getDraftKeys } from '@remembrance/contract/account.ts';
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import { getService, type ServiceFacts } from '@remembrance/contract/service.ts';
import { getUser } from '@remembrance/contract/sessions.ts';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { App } from '../src/app/app.tsx';
import { BrowserLocation } from '../src/lib/location.tsx';
import { makeQueryClient } from '../src/lib/query-client.ts';
import { fakeService } from './fake-service.ts';
import { type ada, draftKey, serviceFacts } from './samples.ts';

export { fakeService } from './fake-service.ts';

interface Options {
  /** Who is signed in; nobody unless the test says so. */
  signedIn?: typeof ada;
  /** The session hint cookie; `kept` after a sign-in has cancelled a deletion. */
  hint?: '1' | 'kept';
  /** The state that the navigation to the page carried. */
  state?: unknown;
  /** The installation's facts, if the test is about them. */
  facts?: ServiceFacts;
}

export interface OpenScreen {
  user: UserEvent;
  /** Called when the app would leave for the sign-in page. */
  onUnauthorized: ReturnType<typeof vi.fn<() => void>>;
}

export function openScreen(
  address: string,
  { signedIn, hint = signedIn && '1', state = null, facts = serviceFacts }: Options = {},
): OpenScreen {
  const own = fakeService();
  vi.stubGlobal('fetch', own.fetch);
  own.reply(getService, facts);
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  if (hint) document.cookie = `session_hint=${hint}; path=/`;
  if (signedIn) own.reply(getUser, signedIn);
  own.reply(getDraftKeys, { keys: [draftKey] });
  window.history.replaceState(state, '', address);
  const onUnauthorized = vi.fn<() => void>();
  render(
    <BrowserLocation>
      <App client={makeQueryClient(onUnauthorized)} />
    </BrowserLocation>,
  );
  return { user: userEvent.setup(), onUnauthorized };
}

/** The body of every call to this endpoint so far. */
export const sentTo = (endpoint: Endpoint): unknown[] =>
  fakeService()
    .received(endpoint)
    .map(({ body }) => body);

/** The page's heading, once it is rendered. */
export const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

/** Waits until the page contains this text, whichever elements contain it. */
export const shows = (words: string): Promise<void> =>
  waitFor(() => expect(document.body.textContent).toContain(words));

/** Waits until a toast shows this text. */
export const announces = (words: string): Promise<void> =>
  waitFor(() => expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toContain(words));

/** What a screen reader adds to the name of a field: its error, then its hint. */
export const descriptionOf = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** Waits until an alert on the page or in a dialog shows this text. */
export const alerts = (words: string): Promise<void> =>
  waitFor(() => {
    const said = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(said).toContainEqual(expect.stringContaining(words));
  });
