// A browser records WebM as a stream without a duration, so players can neither show its length nor seek in it. This copies
// the recording into a new container with a duration and an index, without re-encoding.
import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputTrack,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

export async function writeDuration(file: File): Promise<File> {
  using input = new Input({ source: new BlobSource(file), formats: [WEBM] });
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const copies = await Promise.all((await input.getTracks()).map((track) => trackCopy(track, output)));
  await output.start();
  await Promise.all(copies.map((copy) => copy()));
  await output.finalize();
  if (!target.buffer) throw new Error('the new container is empty');
  return new File([target.buffer], file.name, { type: file.type, lastModified: file.lastModified });
}

/** Adds a track to the output, and returns the function that copies its packets. */
async function trackCopy(track: InputTrack, output: Output): Promise<() => Promise<void>> {
  const packets = new EncodedPacketSink(track).packets();
  if (track.isVideoTrack()) {
    const [codec, decoderConfig] = await Promise.all([track.getCodec(), track.getDecoderConfig()]);
    const source = new EncodedVideoPacketSource(known(codec));
    output.addVideoTrack(source);
    return async () => {
      for await (const packet of packets) await source.add(packet, { decoderConfig: known(decoderConfig) });
    };
  }
  if (track.isAudioTrack()) {
    const [codec, decoderConfig] = await Promise.all([track.getCodec(), track.getDecoderConfig()]);
    const source = new EncodedAudioPacketSource(known(codec));
    output.addAudioTrack(source);
    return async () => {
      for await (const packet of packets) await source.add(packet, { decoderConfig: known(decoderConfig) });
    };
  }
  throw new Error('a recording has sound and picture only');
}

function known<Value>(value: Value | null): Value {
  if (value === null) throw new Error('the codec of the recording is not known');
  return value;
}
