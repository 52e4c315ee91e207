// What an open page notices when its owner signs out in another tab: the hint is gone, and every call of the owner is refused.
import { api } from '@remembrance/contract/api.ts';
import { fireEvent } from '@testing-library/react';
import { fakeService } from './fake-service.ts';

/** What the service does at a sign-out. */
export function endSession(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server removes it
  document.cookie = 'session_hint=; path=/; max-age=0';
  for (const endpoint of Object.values(api))
    if (endpoint.access === 'owner') fakeService().refuse(endpoint, 'unauthorized');
}

export function signOutElsewhere(): void {
  endSession();
  fireEvent(window, new StorageEvent('storage', { key: 'signed-out', newValue: '1' }));
}
