// What a recipient reads about a file: durations and sizes in everyday words, and meaningful names.
import { describe, expect, test } from 'vitest';
import { factsOf, titleOf } from './file-words.ts';

const factsText = (...of: Parameters<typeof factsOf>) => factsOf(...of).join(' · ');

describe('words about a file', () => {
  const film = {
    fileName: 'Film.mp4',
    fileType: 'video' as const,
    caption: '',
    sizeBytes: 13_002_342,
  };
  const recording = { ...film, fileName: 'recorded-video-1795301808126.webm' };
  test('a title is the caption, otherwise the kind of recording, otherwise the name, and the facts add the rest', () => {
    const seconds = 90;
    expect([titleOf(film, { seconds }), factsText(film, { seconds })]).toEqual([
      'Film.mp4',
      'A film, 2 minutes · 12.40 MB',
    ]);
    const recordingName = 'A recording';
    expect([titleOf(recording, { recordingName }), factsText(recording, { recordingName })]).toEqual([
      'A recording',
      '12.40 MB',
    ]);
    const known = { recordingName, seconds };
    expect([titleOf(recording, known), factsText(recording, known)]).toEqual(['A recording, 2 minutes', '12.40 MB']);
    const captioned = { ...recording, caption: 'The lake' };
    expect([titleOf(captioned, known), factsText(captioned, known)]).toEqual([
      'The lake',
      'A recording, 2 minutes · 12.40 MB',
    ]);
    expect(factsText({ ...film, caption: 'The lake' }, {})).toBe('A film · Film.mp4 · 12.40 MB');
  });
});
