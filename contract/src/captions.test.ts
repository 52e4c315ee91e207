// Captions from any program are read correctly.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asWebVtt, isWebVtt, spokenWords } from './captions.ts';

test('the text of captions is read without timings, speaker names and markup, and with decoded entities', () => {
  const webVtt =
    'WEBVTT - by Ada\r\n\r\nNOTE nothing\r\n\r\n1\r\n00:00.000 --> 00:02.000 align:start\r\n<v Ada>Hello,\r\n<i>Rosa</i>.\r\n\r\n00:03.000 --> 00:04.000\r\nBye.';
  expect(spokenWords(webVtt)).toBe('Hello,\r\nRosa.\nBye.');
  const cue = (text: string) => spokenWords(`WEBVTT\n\n00:00.000 --> 00:01.000\n${text}`);
  expect(cue('Großmutter &amp; ich: &gt;&gt; weißt du noch?')).toBe('Großmutter & ich: >> weißt du noch?');
  expect(cue('&lt;b&gt; &#8222;Lake&#x201C; &amp;amp; &nbsp;&unknown; &#0; &#9999999;')).toBe(
    '<b> „Lake“ &amp; \u00a0&unknown; &#0; &#9999999;',
  );
});

test('SubRip is converted to WebVTT, with its timings and without its own markup', () => {
  const subRip =
    '\ufeff1\r\n00:00:01,5 --> 00:00:04,250 X1:40\r\n{\\an8}<font color="#ffff00">Hello,</font>\r\n<i>Rosa</i>.\r\n\r\n2\r\n1:00:05,000 --> 1:00:06,000\r\nAt 10:00:00,000 sharp.\r\n';
  const webVtt = asWebVtt(subRip);
  expect(webVtt).toBe(
    'WEBVTT\n\n1\n00:00:01.500 --> 00:00:04.250\nHello,\n<i>Rosa</i>.\n\n2\n01:00:05.000 --> 01:00:06.000\nAt 10:00:00,000 sharp.\n',
  );
  expect(isWebVtt(webVtt)).toBe(true);
  expect(spokenWords(webVtt)).toBe('Hello,\nRosa.\nAt 10:00:00,000 sharp.');
});

test.each([
  'WEBVTT\n\n00:00.000 --> 00:01.000\nHello.',
  'Hello, Rosa.\n1\n00:00:01,000 --> 00:00:02,000\nnot at the beginning',
  'She said 00:00:01,000 --> and smiled.',
  '',
])('%j does not change', (text) => expect(asWebVtt(text)).toBe(text));

test('a converted text is not converted again, whatever it contains', () => {
  fc.assert(
    fc.property(fc.string(), (rest) => {
      const once = asWebVtt(`1\n00:00:01,000 --> 00:00:02,000\n${rest}`);
      expect(asWebVtt(once)).toBe(once);
    }),
  );
});
