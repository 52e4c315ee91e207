// The recorder's states: idle, starting (the browser asks for permission), recording, finishing, recorded, refused. The microphone and
// camera are released as soon as they are no longer needed.
import { display, maxFileBytes } from '@remembrance/contract/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { prepareToFinish } from './finish-recording.ts';
import {
  containerFor,
  nothingRecorded,
  type RecordingKind,
  type RecordingTrouble,
  recordingName,
  recordingTrouble,
} from './recording.ts';

export type RecorderState =
  | { step: 'idle' }
  | { step: 'starting'; kind: RecordingKind }
  | { step: 'recording'; kind: RecordingKind; stream: MediaStream; seconds: number }
  | { step: 'finishing'; kind: RecordingKind }
  | { step: 'recorded'; kind: RecordingKind; file: File; seconds: number }
  | { step: 'refused'; kind: RecordingKind; trouble: RecordingTrouble };

/** Stores a recording while it runs, under its name. The chunks stay until the complete recording is stored, or discarded. */
export type KeepPieces = (recording: { name: string; type: string }) => {
  add: (piece: Blob) => void;
  discard: () => void;
};

/** How often MediaRecorder delivers a chunk. */
const pieceMilliseconds = display.recorderTickMilliseconds;
/** Leaves room for the last chunk, so that a recording never exceeds the file limit. */
const maxBytes = maxFileBytes - 8 * 1024 * 1024;

const constraints: Record<RecordingKind, MediaStreamConstraints> = {
  audio: { audio: true },
  video: { audio: true, video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 720 } } },
};

export function useRecorder(onTrouble: (trouble: RecordingTrouble) => void, keepPieces: KeepPieces = keepNone) {
  const [state, setState] = useState<RecorderState>({ step: 'idle' });
  const running = useRef<ReturnType<typeof record>>(undefined);
  /** Counts attempts, so that a permission granted after leaving the page starts no recording. */
  const attempts = useRef(0);

  useEffect(
    () => () => {
      attempts.current += 1;
      running.current?.cancel();
    },
    [],
  );

  async function start(kind: RecordingKind) {
    attempts.current += 1;
    const attempt = attempts.current;
    setState({ step: 'starting', kind });
    try {
      const stream = await navigator.mediaDevices.getUserMedia(constraints[kind]);
      if (attempt !== attempts.current) return stopTracks(stream);
      running.current = record({ kind, stream, keepPieces }, setState);
    } catch (error) {
      if (attempt !== attempts.current) return;
      const trouble = recordingTrouble(kind, error);
      setState({ step: 'refused', kind, trouble });
      onTrouble(trouble);
    }
  }

  function reset() {
    attempts.current += 1;
    running.current?.cancel();
    running.current = undefined;
    setState({ step: 'idle' });
  }

  function discard() {
    running.current?.discard();
    reset();
  }

  return { state, start, stop: () => running.current?.stop(), discard, reset };
}

const keepNone: KeepPieces = () => ({ add: () => {}, discard: () => {} });

interface Recorded {
  kind: RecordingKind;
  stream: MediaStream;
  keepPieces: KeepPieces;
}

function record({ kind, stream, keepPieces }: Recorded, setState: (state: RecorderState) => void) {
  const { recorder, extension, mimeType } = prepare(kind, stream);
  const finish = prepareToFinish();
  const name = recordingName(kind, new Date(), extension);
  const kept = keepPieces({ name, type: mimeType });
  const pieces: Blob[] = [];
  let bytes = 0;
  let isCancelled = false;
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const showTime = () => setState({ step: 'recording', kind, stream, seconds: seconds() });
  let tick: ReturnType<typeof setInterval> | undefined;

  recorder.ondataavailable = ({ data }) => {
    pieces.push(data);
    if (data.size > 0) kept.add(data);
    bytes += data.size;
    if (bytes > maxBytes && recorder.state === 'recording') recorder.stop();
  };
  recorder.onstop = async () => {
    clearInterval(tick);
    stopTracks(stream);
    if (isCancelled) return;
    const recording = new File(pieces, name, { type: mimeType });
    if (recording.size === 0) return setState({ step: 'refused', kind, trouble: nothingRecorded });
    const length = seconds();
    setState({ step: 'finishing', kind });
    const file = await finish(recording);
    if (!isCancelled) setState({ step: 'recorded', kind, file, seconds: length });
  };
  recorder.start(pieceMilliseconds);
  tick = setInterval(showTime, display.recorderTickMilliseconds);
  showTime();

  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  const cancel = () => {
    isCancelled = true;
    stop();
  };
  return { stop, cancel, discard: kept.discard };
}

function prepare(kind: RecordingKind, stream: MediaStream) {
  try {
    const container = containerFor(kind, (type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(stream, container && { mimeType: container.recorderType });
    const mimeType = container?.mimeType ?? recorder.mimeType.split(';')[0] ?? '';
    return { recorder, extension: container?.extension ?? 'webm', mimeType };
  } catch (error) {
    stopTracks(stream);
    throw error;
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
