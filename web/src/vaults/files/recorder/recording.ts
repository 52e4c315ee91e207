// The container, file name and timer of a recording, and the messages for recording errors.

export type RecordingKind = 'audio' | 'video';

interface Container {
  extension: string;
  mimeType: string;
  /** Passed to MediaRecorder; also selects the codecs. */
  recorderType: string;
}

/**
 * In order of preference: MP4 with codecs that every device plays, WebM, MP4 with any codec. A browser that supports none of them uses
 * its default.
 */
const containers: Record<RecordingKind, readonly Container[]> = {
  audio: [
    { extension: 'm4a', mimeType: 'audio/mp4', recorderType: 'audio/mp4;codecs=mp4a.40.2' },
    { extension: 'webm', mimeType: 'audio/webm', recorderType: 'audio/webm' },
    { extension: 'm4a', mimeType: 'audio/mp4', recorderType: 'audio/mp4' },
  ],
  video: [
    { extension: 'mp4', mimeType: 'video/mp4', recorderType: 'video/mp4;codecs=avc1,mp4a.40.2' },
    { extension: 'mp4', mimeType: 'video/mp4', recorderType: 'video/mp4;codecs=avc1.42E01E,mp4a.40.2' },
    { extension: 'webm', mimeType: 'video/webm', recorderType: 'video/webm' },
    { extension: 'mp4', mimeType: 'video/mp4', recorderType: 'video/mp4' },
  ],
};

export function containerFor(kind: RecordingKind, isSupported: (type: string) => boolean): Container | undefined {
  return containers[kind].find((container) => isSupported(container.recorderType));
}

export const recordingName = (kind: RecordingKind, at: Date, extension: string): string =>
  `recorded-${kind}-${at.getTime()}.${extension}`;

/** Seconds as m:ss. */
export function timerText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export interface RecordingTrouble {
  title: string;
  detail: string;
}

export const nothingRecorded: RecordingTrouble = {
  title: 'Nothing was recorded',
  detail: 'It was too short. Please try again, and wait a moment before you stop.',
};

const deviceOf: Record<RecordingKind, string> = { audio: 'microphone', video: 'camera' };

/** The message for an error of getUserMedia or MediaRecorder, with a next step. */
export function recordingTrouble(kind: RecordingKind, error: unknown): RecordingTrouble {
  const name = error instanceof Error ? error.name : '';
  const device = deviceOf[kind];
  if (name === 'NotAllowedError' || name === 'SecurityError') {
    return { title: 'Permission Denied', detail: `Please allow ${kind} access to record a message.` };
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') {
    return {
      title: `No ${device} found`,
      detail: `Connect a ${device} and try again, or add a file from this device instead.`,
    };
  }
  if (name === 'NotReadableError' || name === 'AbortError') {
    return {
      title: `The ${device} is busy`,
      detail: `Another app may be using your ${device}. Close it and try again, or add a file from this device instead.`,
    };
  }
  return {
    title: 'This browser cannot record',
    detail: 'You can record with another app and add the file instead.',
  };
}
