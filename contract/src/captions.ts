// Captions as programs write them: extracts the spoken text, and converts SubRip to the WebVTT that browsers show. Pure.

/** Whether a transcript is WebVTT, which a browser shows in time with the recording. */
export const isWebVtt = (transcript: string): boolean => /^\ufeff?WEBVTT(?:[ \t\r\n]|$)/.test(transcript);

/** The first cue of SubRip: its number, then its times with a comma. */
const firstCue = /^\ufeff?\s{0,20}(?:\d{1,6}[ \t]*\r?\n)?\d{1,2}:\d{2}:\d{2},\d{1,3}[ \t]*-->/;
const timesLine = /^[ \t]*\d{1,2}:\d{2}:\d{2},\d{1,3}[ \t]*-->[ \t]*\d{1,2}:\d{2}:\d{2},\d{1,3}.*$/gm;
const time = /(\d{1,2}:\d{2}:\d{2}),(\d{1,3})/g;

/** Converts SubRip to WebVTT. Any other text does not change. */
export function asWebVtt(text: string): string {
  if (!firstCue.test(text)) return text;
  const cues = text
    .replace(/^\ufeff?\s+|^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(timesLine, timesOf)
    .replace(/\{\\[^}\n]{0,40}\}|<\/?font\b[^>\n]{0,80}>/gi, '');
  return `WEBVTT\n\n${cues}`;
}

/** Hours have two digits and seconds three decimals. Screen positions that may follow are dropped. */
const timesOf = (line: string): string =>
  [...line.matchAll(time)]
    .slice(0, 2)
    .map(([, at = '', part = '']) => `${at.padStart(8, '0')}.${part.padEnd(3, '0')}`)
    .join(' --> ');

/** The text of WebVTT captions, without timings, speaker names and markup. */
export const spokenWords = (webVtt: string): string =>
  webVtt
    .split(/\r?\n\r?\n/)
    .filter((block) => block.includes('-->'))
    .map((block) =>
      decodeEntities(block.slice(block.indexOf('\n', block.indexOf('-->')) + 1).replace(/<[^>]*>/g, '')).trim(),
    )
    .join('\n');

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (entity, hexadecimal, decimal, name) => {
    if (name) return named[name.toLowerCase()] ?? entity;
    const code = Number.parseInt(hexadecimal ?? decimal, hexadecimal ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
