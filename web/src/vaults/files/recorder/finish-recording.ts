// Writes the missing duration into a recording before its preview. The module that does so loads while recording. If anything fails, the
// recording stays unchanged.

/** Rewriting holds the recording in memory twice, so a very large one is left unchanged. */
const maxBytes = 256 * 1024 * 1024;

type Rewrite = typeof import('../copies/rewrite-media.ts').writeDuration;

/** Starts loading the module, and returns the function that finishes a recording. */
export function prepareToFinish(): (file: File) => Promise<File> {
  const loading: Promise<Rewrite | undefined> = import('../copies/rewrite-media.ts').then(
    ({ writeDuration }) => writeDuration,
    () => undefined,
  );
  return async function finish(file) {
    if (!file.type.endsWith('/webm') || file.size > maxBytes) return file;
    try {
      return (await (await loading)?.(file)) ?? file;
    } catch (error) {
      console.error('The length of the recording could not be written.', error);
      return file;
    }
  };
}
