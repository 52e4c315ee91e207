// The link an owner shares with the executor names the vault and never contains the code.
import { describe, expect, it } from 'vitest';
import { executorLink } from './executor-link.ts';

describe('the link for an executor', () => {
  const vault = { id: 'v1', title: 'Für Maya & "Ben" 👵🏽', accessCode: 'ABCDE-FGHJK' };
  const link = executorLink(vault, 'https://example.org');

  it('the link contains the vault, its title and the promo, and nothing else', () => {
    const url = new URL(link.url);
    expect(url.origin + url.pathname).toBe('https://example.org/executor-access');
    expect(Object.fromEntries(url.searchParams)).toEqual({ vault: 'v1', title: vault.title, promo: 'freetrial' });
  });

  it('EXE-7: the link never contains the code', () => {
    expect(JSON.stringify(link)).not.toContain(vault.accessCode);
  });
});
