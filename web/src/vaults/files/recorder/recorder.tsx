// Records an audio or video message in the browser: idle, recording with a timer, then a preview to add or discard.
import { Mic, Square, Video } from 'lucide';
import { type ReactElement, type RefObject, useEffect, useRef } from 'react';
import { useAddress } from '../../../lib/browser/use-address.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type RecordingKind, timerText } from './recording.ts';
import { type KeepPieces, type RecorderState, useRecorder } from './use-recorder.ts';

interface RecorderProps {
  /** Returns whether the recording was added. If not, the preview stays. */
  onRecorded: (file: File) => boolean;
  isDisabled: boolean;
  keepPieces?: KeepPieces;
}

export function Recorder({ onRecorded, isDisabled, keepPieces }: RecorderProps) {
  const { state, start, stop, discard, reset } = useRecorder(
    ({ title, detail }) => toast({ title, description: detail, variant: 'destructive' }),
    keepPieces,
  );
  const frame = useRef<HTMLDivElement>(null);
  const lastKind = useRef<RecordingKind>('audio');
  useNextFocus(frame, state.step);

  const startRecording = (kind: RecordingKind) => {
    lastKind.current = kind;
    void start(kind);
  };
  const add = (file: File) => {
    if (onRecorded(file)) reset();
  };
  return (
    <div ref={frame}>
      {state.step === 'recording' && <Recording {...state} onStop={stop} />}
      {state.step === 'finishing' && <Finishing kind={state.kind} />}
      {state.step === 'recorded' && <RecordingPreview {...state} onAdd={() => add(state.file)} onDiscard={discard} />}
      {(state.step === 'idle' || state.step === 'starting' || state.step === 'refused') && (
        <div className="grid gap-4 sm:grid-cols-2">
          {(['audio', 'video'] as const).map((kind) => (
            <Button
              key={kind}
              variant="secondary"
              data-next={kind === lastKind.current}
              icon={icons[kind]}
              isBusy={state.step === 'starting' && state.kind === kind}
              disabled={isDisabled}
              onClick={() => startRecording(kind)}
            >
              {`Record ${kind}`}
            </Button>
          ))}
        </div>
      )}
      {state.step === 'refused' && (
        <div className="mt-4">
          <Notice variant="danger" title={state.trouble.title}>
            {state.trouble.detail}
          </Notice>
        </div>
      )}
    </div>
  );
}

/** The pressed button disappears with its step, so the focus moves to the element marked as next. */
function useNextFocus(frame: RefObject<HTMLElement | null>, step: RecorderState['step']) {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    frame.current?.querySelector<HTMLElement>('[data-next=true]')?.focus();
  }, [frame, step]);
}

interface RecordingProps {
  kind: RecordingKind;
  stream: MediaStream;
  seconds: number;
  onStop: () => void;
}

function Recording({ kind, stream, seconds, onStop }: RecordingProps) {
  return (
    <Card className="grid gap-4">
      {kind === 'video' && <LivePicture stream={stream} />}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="flex items-center gap-3">
          <span aria-hidden className="size-3 rounded-full bg-garnet motion-safe:animate-pulse" />
          <span role="status">{`Recording ${kind}`}</span>
          <span role="timer" aria-label="Recording time" className="font-semibold [font-variant-numeric:tabular-nums]">
            {timerText(seconds)}
          </span>
        </p>
        <Button data-next icon={<Icon of={Square} className="size-4 fill-current" strokeWidth={2} />} onClick={onStop}>
          Stop recording
        </Button>
      </div>
    </Card>
  );
}

function Finishing({ kind }: { kind: RecordingKind }) {
  return (
    <Card>
      <p role="status" tabIndex={-1} data-next className="outline-none">
        {`Finishing your ${kind} recording…`}
      </p>
    </Card>
  );
}

function LivePicture({ stream }: { stream: MediaStream }) {
  const picture = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (picture.current) picture.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={picture}
      autoPlay
      muted
      playsInline
      aria-label="What the camera sees"
      className="aspect-video w-full [scale:-1_1] rounded-field bg-night object-contain"
    />
  );
}

interface RecordingPreviewProps {
  kind: RecordingKind;
  file: File;
  seconds: number;
  onAdd: () => void;
  onDiscard: () => void;
}

/** A new recording, before it is added to the vault. */
function RecordingPreview({ kind, file, seconds, onAdd, onDiscard }: RecordingPreviewProps) {
  const url = useAddress(file);
  const label = `Your ${kind} recording, ${timerText(seconds)}`;
  return (
    <Card className="grid gap-4">
      <p role="status" className="font-semibold">
        {label}
      </p>
      {/* biome-ignore-start lint/a11y/useMediaCaption: a message just recorded by its owner has no captions */}
      {url && kind === 'audio' && <audio controls src={url} aria-label={label} className="w-full" />}
      {url && kind === 'video' && (
        <video
          controls
          playsInline
          src={url}
          aria-label={label}
          className="aspect-video w-full rounded-field bg-night"
        />
      )}
      {/* biome-ignore-end lint/a11y/useMediaCaption: see above */}
      <div className="flex flex-wrap gap-3">
        <Button data-next onClick={onAdd}>
          Add to Vault
        </Button>
        <Button variant="secondary" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Card>
  );
}

const icons: Record<RecordingKind, ReactElement> = {
  audio: <Icon of={Mic} className="size-5" />,
  video: <Icon of={Video} className="size-5" />,
};
