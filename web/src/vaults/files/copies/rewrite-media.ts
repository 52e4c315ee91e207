// Copies recordings and films into a container that plays anywhere. Their tracks are copied unchanged if the container allows it. We do
// not copy a file that would lose a track.
import {
  BlobSource,
  BufferTarget,
  Conversion,
  type ConversionOptions,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

/**
 * A browser records WebM as a stream without a duration, so players can neither show its length nor seek in it. The copy has a duration and
 * an index, and nothing is re-encoded.
 */
export async function writeDuration(recording: File): Promise<File> {
  using input = new Input({ source: new BlobSource(recording), formats: [WEBM] });
  const copy = { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY } as const;
  const bytes = await convert({ input, copy }, new WebMOutputFormat());
  return new File([bytes], recording.name, { type: recording.type, lastModified: recording.lastModified });
}

/** An MP4 with H.264 and AAC, which every current browser plays. Tracks in other formats are re-encoded if this browser can. */
export async function rewriteAsMp4(film: Blob): Promise<ArrayBuffer> {
  using input = new Input({ source: new BlobSource(film), formats: [QTFF, MP4] });
  const codecs = { video: { codec: 'avc' }, audio: { codec: 'aac' } } as const;
  return convert({ input, ...codecs }, new Mp4OutputFormat({ fastStart: 'in-memory' }));
}

async function convert(options: Omit<ConversionOptions, 'output'>, format: OutputFormat): Promise<ArrayBuffer> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const conversion = await Conversion.init({ ...options, output, showWarnings: false });
  const isLost = conversion.discardedTracks.some(({ track }) => track.isVideoTrack() || track.isAudioTrack());
  if (!conversion.isValid || isLost) throw new Error('a track cannot be copied by this browser');
  await conversion.execute();
  return target.buffer ?? Promise.reject(new Error('the copy is empty'));
}
