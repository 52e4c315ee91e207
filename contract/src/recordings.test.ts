// Recordings are named by their kind and duration, whatever name the browser gave their format.
import { describe, expect, test } from 'vitest';
import { durationWords, isRecording, recordingNames, withLength } from './recordings.ts';

describe('the length of a recording', () => {
  test.each([
    [0.4, '1 second'],
    [1, '1 second'],
    [1.9, '1 second'],
    [2.6, '2 seconds'],
    [59.9, '59 seconds'],
    [60, '1 minute'],
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
});

test.each([
  ['recorded-audio-1795301808126.webm', true],
  ['recorded-video-1795301808126.webm', true],
  ['recorded-video-1795301808126.mp4', true],
  ['recorded-audio-1795301808126.m4a', true],
  ['recorded-audio-1795301808126.txt', false],
  ['my recorded-audio-1795301808126.webm', false],
  ['recorded-audio-.webm', false],
])('%s is recognised as a recording: %s', (name, is) => expect(isRecording(name)).toBe(is));

test('a single recording has no number, and several are numbered in order', () => {
  const named = (...names: string[]) => [
    ...recordingNames(names.map((fileName) => ({ id: fileName, fileName }))).values(),
  ];
  expect(named('lake.jpg', 'recorded-audio-1.m4a')).toEqual(['A recording']);
  expect(named('recorded-audio-2.webm', 'lake.jpg', 'recorded-video-1.mp4')).toEqual(['Recording 1', 'Recording 2']);
  expect(named('lake.jpg')).toEqual([]);
  expect([withLength('Recording 1', 6), withLength('Recording 1')]).toEqual(['Recording 1, 6 seconds', 'Recording 1']);
});
