// What a recipient reads about a file: lengths and sizes in the words people use, and names that say something.
import { describe, expect, test } from 'vitest';
import { durationWords, factsOf, spokenWords, titleOf } from './file-words.ts';

describe('RCP-35: words about a file', () => {
  test.each([
    [0.4, '1 second'],
    [1, '1 second'],
    [59.4, '59 seconds'],
    [59.5, '1 minute'],
    [119.6, '2 minutes'],
    [59.4 * 60, '59 minutes'],
    [59.6 * 60, '1 hour'],
    [3600 + 30 * 60, '1 hour 30 minutes'],
    [2 * 3600 + 60, '2 hours 1 minute'],
    [0, ''],
    [Number.POSITIVE_INFINITY, ''],
    [Number.NaN, ''],
    [undefined, ''],
  ])('%s seconds are "%s"', (seconds, words) => expect(durationWords(seconds)).toBe(words));

  const film = {
    ...{ fileName: 'Film.mp4', fileType: 'video' as const, caption: '' },
    sizeBytes: 13_002_342,
  };
  const recording = { ...film, fileName: 'recorded-video-1795301808126.webm' };
  test('a title is the caption, else what it is, else its name, and the facts say the rest', () => {
    expect([titleOf(film, 90), factsOf(film, 90)]).toEqual(['Film.mp4', 'A film, 2 minutes · 12.40 MB']);
    expect([titleOf(recording), factsOf(recording)]).toEqual(['A recording', '12.40 MB']);
    expect([titleOf(recording, 90), factsOf(recording, 90)]).toEqual(['A recording, 2 minutes', '12.40 MB']);
    const captioned = { ...recording, caption: 'The lake' };
    expect([titleOf(captioned, 90), factsOf(captioned, 90)]).toEqual(['The lake', 'A recording, 2 minutes · 12.40 MB']);
    expect(factsOf({ ...film, caption: 'The lake' })).toBe('A film · Film.mp4 · 12.40 MB');
  });

  test('captions are read without their times, names and marks', () => {
    const webVtt =
      'WEBVTT - by Ada\r\n\r\nNOTE nothing\r\n\r\n1\r\n00:00.000 --> 00:02.000 align:start\r\n<v Ada>Hello,\r\n<i>Rosa</i>.\r\n\r\n00:03.000 --> 00:04.000\r\nBye.';
    expect(spokenWords(webVtt)).toBe('Hello,\r\nRosa.\nBye.');
  });
});
