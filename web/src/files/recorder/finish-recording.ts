// What is done to a recording before it is shown: its length is written where the browser left it open. The part that
// can do so is asked for when recording begins. Whatever goes wrong with it, the recording stays as it was made.

/** Held twice in memory while it is rewritten, so a very long one keeps the container it has. */
const maxBytes = 256 * 1024 * 1024;

type Rewrite = typeof import('./write-duration.ts').writeDuration;

/** Answers the way to finish the recording, once it is made. */
export function prepareToFinish(): (file: File) => Promise<File> {
  const loading: Promise<Rewrite | undefined> = import('./write-duration.ts').then(
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
