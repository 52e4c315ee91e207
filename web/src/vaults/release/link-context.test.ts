// The title in a shared executor link is untrusted: it is shown only with its context, on one line and shortened.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { executorLink } from '../executors/executor-link.ts';
import { titleFromLink } from './link-context.ts';

const titleOf = (query: Record<string, string>) => titleFromLink(new URLSearchParams(query));

describe('the banner of a shared executor link', () => {
  it('the banner appears only when both the vault and its title are in the query', () => {
    expect(titleOf({ vault: 'v1', title: 'For Maya' })).toBe('For Maya');
    expect(titleOf({ vault: 'v1' })).toBeUndefined();
    expect(titleOf({ title: 'For Maya' })).toBeUndefined();
    expect(titleOf({ vault: 'v1', title: '  ' })).toBeUndefined();
  });

  it('the banner shows at most 80 characters and splits none of them', () => {
    expect(titleOf({ vault: 'v1', title: 'a'.repeat(80) })).toHaveLength(80);
    expect(titleOf({ vault: 'v1', title: 'a'.repeat(81) })).toBe(`${'a'.repeat(79)}…`);
    expect(titleOf({ vault: 'v1', title: '👵🏽'.repeat(100) })).toBe(`${'👵🏽'.repeat(79)}…`);
  });

  it('the banner shows a title with line breaks on one line', () => {
    expect(titleOf({ vault: 'v1', title: 'Call\n\nthis\u2028number' })).toBe('Call this number');
  });

  it('the banner shows any shared title on one line, in full if it is short, and without splitting a character', () => {
    const graphemes = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }), (title) => {
        const shared = new URL(executorLink({ id: 'v1', title }, 'https://example.org').url);
        const shown = titleFromLink(shared.searchParams);
        const whole = title.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
        expect(graphemes(shown ?? '').length).toBeLessThanOrEqual(80);
        if (whole === '') expect(shown).toBeUndefined();
        else if (graphemes(whole).length <= 80) expect(shown).toBe(whole);
        else expect(whole.startsWith((shown ?? '').slice(0, -1))).toBe(true);
      }),
    );
  });
});
