// A browser records WebM as it comes and leaves its length open, so a player can neither show it nor jump in it. Here the
// recording is put into a new container that has both, its length and an index, without touching sound or picture.
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

/** Announces a track to the output, and answers the way to copy it packet by packet. */
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
  if (value === null) throw new Error('the recording is of a kind that is not known');
  return value;
}
