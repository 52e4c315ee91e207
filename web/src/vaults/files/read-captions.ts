// Reads a captions or text file in whatever encoding a program used: UTF-8, UTF-16 with its BOM, otherwise Windows-1252, which old programs
// use. SubRip captions become WebVTT.
import { asWebVtt } from '@remembrance/contract/captions.ts';

export async function readCaptions(file: Blob): Promise<string> {
  return asWebVtt(decode(new Uint8Array(await file.arrayBuffer())));
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
