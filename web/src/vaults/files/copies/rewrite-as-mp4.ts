// Copies a film into an MP4 with H.264 and AAC, which every current browser plays. Tracks in these formats are copied unchanged; others are
// re-encoded if this browser can. We do not copy a film that would lose a track.
import { BlobSource, BufferTarget, Conversion, Input, MP4, Mp4OutputFormat, Output, QTFF } from 'mediabunny';

export async function rewriteAsMp4(file: Blob): Promise<ArrayBuffer> {
  using input = new Input({ source: new BlobSource(file), formats: [QTFF, MP4] });
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const conversion = await Conversion.init({
    input,
    output,
    showWarnings: false,
    video: { codec: 'avc' },
    audio: { codec: 'aac' },
  });
  const isLost = conversion.discardedTracks.some(({ track }) => track.isVideoTrack() || track.isAudioTrack());
  if (!conversion.isValid || isLost) throw new Error('a track cannot be copied by this browser');
  await conversion.execute();
  return target.buffer ?? Promise.reject(new Error('the film is empty'));
}
