// Ends the service within twenty seconds, whatever runs: what does not end by itself is cut off, and the next start repeats it.

interface Stop {
  /** Ends when requests, jobs and letters have ended. */
  finish: Promise<unknown>;
  /** Ends the connections of those that have not. */
  cut: () => void;
  /** What is written last, if there is time. */
  writeRest: () => Promise<void>;
  close: () => Promise<void>;
}

/** Long enough for a letter that is being sent. An upload that takes longer is cut off, and the browser tries again. */
const finishMilliseconds = 15_000;
const restMilliseconds = 4000;

/** @returns whether everything ended by itself */
export async function stopInTime({ finish, cut, writeRest, close }: Stop): Promise<boolean> {
  const finished = await endsWithin(finish, finishMilliseconds);
  if (!finished) cut();
  const written = await endsWithin(writeRest(), restMilliseconds);
  if (!written) cut();
  await close();
  return finished && written;
}

async function endsWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const ended = work.then(
    () => true,
    () => true,
  );
  return Promise.race([ended, isLate]).finally(() => clearTimeout(timer));
}
