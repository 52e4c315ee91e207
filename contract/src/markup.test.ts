// Builds HTML that no value can break out of: every value in a template is text, unless it is already markup.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { html } from './markup.ts';

test('a value is escaped, and the template is not', () => {
  expect(html`<p title="${`a"b'c`}">${'<script>alert(1)</script> & more'}</p>`.markup).toBe(
    '<p title="a&quot;b&#39;c">&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</p>',
  );
});

test('nested markup is not escaped twice, and a list is joined without commas', () => {
  const items = ['a & b', '<c>'].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${items}</ul>`.markup).toBe('<ul><li>a &amp; b</li><li>&lt;c&gt;</li></ul>');
  expect(html`${html`<b>${'&amp;'}</b>`}`.markup).toBe('<b>&amp;amp;</b>');
  expect(html`<ul>${[]}</ul>${html``}${0}${''}`.markup).toBe('<ul></ul>0');
});

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc
    .array(fc.constantFrom('<', '>', '"', "'", '&', '&amp;', '</p>', '<!--', '`', '=', 'x'), { maxLength: 12 })
    .map((parts) => parts.join('')),
);
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

test('no text is ever parsed as markup, and a browser shows it unchanged', () => {
  fc.assert(
    fc.property(text, (value) => {
      const { markup } = html`${value}`;
      expect(markup).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
      expect(markup.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '')).toBe(value);
    }),
    { numRuns: 500 },
  );
});
