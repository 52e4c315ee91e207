// The title in a shared executor link is untrusted text: shown only in context, on one line and cut to a length.
import { describe, expect, it } from 'vitest';
import { titleFromLink } from './link-context.ts';

const titleOf = (query: Record<string, string>) => titleFromLink(new URLSearchParams(query));

describe('the banner of a shared executor link', () => {
  it('REL-8: appears only when both the vault and its title are in the query', () => {
    expect(titleOf({ vault: 'v1', title: 'For Maya' })).toBe('For Maya');
    expect(titleOf({ vault: 'v1' })).toBeUndefined();
    expect(titleOf({ title: 'For Maya' })).toBeUndefined();
    expect(titleOf({ vault: 'v1', title: '  ' })).toBeUndefined();
  });

  it('REL-9: shows at most 80 characters and splits none of them', () => {
    expect(titleOf({ vault: 'v1', title: 'a'.repeat(80) })).toHaveLength(80);
    expect(titleOf({ vault: 'v1', title: 'a'.repeat(81) })).toBe(`${'a'.repeat(79)}…`);
    expect(titleOf({ vault: 'v1', title: '👵🏽'.repeat(100) })).toBe(`${'👵🏽'.repeat(79)}…`);
  });

  it('REL-10: shows a title with line breaks on one line', () => {
    expect(titleOf({ vault: 'v1', title: 'Call\n\nthis\u2028number' })).toBe('Call this number');
  });
});
