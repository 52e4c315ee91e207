// Recordings: their names, containers and timer, and a helpful message for every recording error.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containerFor, recordingName, recordingTrouble, timerText } from './recording.ts';

const errorNamed = (name: string): Error => Object.assign(new Error('no'), { name });

describe('recordings', () => {
  it('recordings are named recorded-{audio|video}-{timestamp}.webm', () => {
    const at = new Date('2027-03-01T10:00:00Z');
    expect(recordingName('audio', at, 'webm')).toBe(`recorded-audio-${at.getTime()}.webm`);
    expect(recordingName('video', at, 'webm')).toMatch(/^recorded-video-\d+\.webm$/);
  });

  it('recordings are MP4 if the browser can record one that plays anywhere, otherwise WebM, with the matching extension', () => {
    expect(containerFor('audio', () => true)).toMatchObject({ mimeType: 'audio/mp4', extension: 'm4a' });
    expect(containerFor('video', () => true)).toMatchObject({ mimeType: 'video/mp4', extension: 'mp4' });
    const withoutCodecs = (type: string) => !type.includes('codecs');
    expect(containerFor('audio', withoutCodecs)).toMatchObject({ mimeType: 'audio/webm', extension: 'webm' });
    expect(containerFor('video', withoutCodecs)).toMatchObject({ mimeType: 'video/webm', extension: 'webm' });
    expect(containerFor('video', (type) => type === 'video/mp4')).toMatchObject({ extension: 'mp4' });
    expect(containerFor('audio', () => false)).toBeUndefined();
  });

  it('recordings show their duration as m:ss', () => {
    expect([0, 9.9, 60, 61, 3600].map(timerText)).toEqual(['0:00', '0:09', '1:00', '1:01', '60:00']);
  });

  it('a missing permission is named in the specification’s words', () => {
    for (const kind of ['audio', 'video'] as const) {
      expect(recordingTrouble(kind, errorNamed('NotAllowedError'))).toEqual({
        title: 'Permission Denied',
        detail: `Please allow ${kind} access to record a message.`,
      });
    }
  });

  it('an alternative is suggested if the device is missing, busy or not supported', () => {
    for (const name of ['NotFoundError', 'NotReadableError', 'AnythingElse']) {
      expect(recordingTrouble('video', errorNamed(name)).detail).toContain('instead');
    }
    expect(recordingTrouble('audio', undefined).detail).toContain('instead');
  });

  it('recordings show every duration in a form that can be parsed back, and never a negative one', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 100_000, noNaN: true }), (length) => {
        const [minutes = '', seconds = ''] = timerText(length).split(':');
        expect(seconds).toMatch(/^[0-5]\d$/);
        expect(Number(minutes) * 60 + Number(seconds)).toBe(Math.max(0, Math.floor(length)));
      }),
    );
  });
});
