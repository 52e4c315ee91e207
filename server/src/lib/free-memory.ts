// Frees the memory of passing bytes at once. Otherwise 100 MB of them make four collections of the whole heap: half the processor
// time of an upload.

/** @param bytes that nobody reads any more. Where they are a view of something larger, they stay. */
export function freeMemory(bytes: Buffer): void {
  if (bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength) bytes.buffer.transfer(0);
}
