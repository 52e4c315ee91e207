// A client of ClamAV's daemon (clamd, INSTREAM): it sends each chunk after its length, an empty one at the end, and reads one line.
// It waits for the daemon for a limited time, and holds one chunk in memory.
import { connect, type Socket } from 'node:net';
import type { Scan, ScanResult, VirusScanner } from './virus-scanner.ts';

/** Where the daemon listens: a port, or the path of a Unix socket. */
export type ClamdPlace = { host: string; port: number } | { path: string };

interface Limits {
  connectMilliseconds: number;
  /** How long one file waits for the scanner in total, between its chunks and at its end. */
  waitMilliseconds: number;
  /** How long no file waits after a scan has timed out. */
  restMilliseconds: number;
}
/** A browser gives up an upload after a minute without an answer. */
const usualLimits: Limits = {
  connectMilliseconds: 2000,
  waitMilliseconds: 30_000,
  restMilliseconds: 60_000,
};
const longestAnswerBytes = 4096;
/** The length of the database column. */
const longestName = 100;

interface Options {
  /** Called if a file was not scanned. */
  log: (fileId: string, reason: string) => void;
  limits?: Limits;
}

export function createClamdScanner(place: ClamdPlace, { log, limits = usualLimits }: Options): VirusScanner {
  let restsUntil = 0;
  const onSilence = () => {
    restsUntil = performance.now() + limits.restMilliseconds;
  };
  return {
    begin(fileId) {
      const explain = (reason: string) => log(fileId, reason);
      if (performance.now() < restsUntil) return notAsked(explain);
      return beginScan(place, { explain, limits, onSilence });
    },
    async probe() {
      const { socket, answer } = open(place, limits);
      socket.write('zPING\0');
      if ((await answer) !== 'PONG') throw new Error('clamd does not answer');
    },
  };
}

/** Called with the reason why a file was not scanned. */
type Explain = (reason: string) => void;

/** While the daemon is silent no file waits for it, because a person watches each upload. */
const notAsked = (explain: Explain): Scan => ({
  take: () => Promise.resolve(),
  end() {
    explain('it did not answer a moment ago');
    return Promise.resolve(notScanned);
  },
  stop() {},
});

interface ScanNeeds {
  explain: Explain;
  limits: Limits;
  onSilence: () => void;
}

function beginScan(place: ClamdPlace, { explain, limits, onSilence }: ScanNeeds): Scan {
  const { socket, answer } = open(place, limits);
  const waitFor = createPatience(limits.waitMilliseconds, () => {
    socket.destroy();
    onSilence();
  });
  let isWhole = false;
  let isEarly = false;
  void answer.then(() => {
    isEarly = !isWhole;
  });
  // Also called when the connection is lost, and immediately if it already was.
  const write = (bytes: Buffer | string) => new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  void write('zINSTREAM\0');
  return {
    async take(piece) {
      if (socket.writable) await waitFor(write(withLength(piece)));
    },
    async end() {
      isWhole = true;
      if (socket.writable) void write(withLength(Buffer.alloc(0)));
      const text = await waitFor(answer);
      const read = readResult(text);
      // An answer before the end does not cover the complete file.
      const result = isEarly && read.result === 'clean' ? notScanned : read;
      if (result.result === 'not-scanned') explain(text === null ? 'no answer' : reasonIn(text));
      return result;
    },
    stop: () => socket.destroy(),
  };
}

/** @returns the daemon's answer, or null if there is none: nobody listens, the connection is lost, or the line does not end */
function open(place: ClamdPlace, { connectMilliseconds }: Limits): { socket: Socket; answer: Promise<string | null> } {
  const socket = connect(place);
  const late = setTimeout(() => socket.destroy(), connectMilliseconds);
  socket.once('connect', () => clearTimeout(late));
  socket.on('error', () => {}); // the socket is closed then
  let text = '';
  const answer = new Promise<string | null>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')));
      if (text.includes('\0') || text.length > longestAnswerBytes) socket.destroy();
    });
    socket.once('close', () => {
      clearTimeout(late);
      resolve(null);
    });
  });
  return { socket, answer };
}

/** @returns a wait function with a time budget for all its calls: when it is spent, `onOver` is called and must end the wait */
function createPatience(milliseconds: number, onOver: () => void) {
  let left = milliseconds;
  return async <T>(waited: Promise<T>): Promise<T> => {
    const started = performance.now();
    const timer = setTimeout(onOver, Math.max(0, left));
    const result = await waited;
    clearTimeout(timer);
    left -= performance.now() - started;
    return result;
  };
}

/** A copy, because the memory of a received chunk is freed once it is encrypted. */
function withLength(piece: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(4 + piece.length);
  bytes.writeUInt32BE(piece.length);
  piece.copy(bytes, 4);
  return bytes;
}

const notScanned: ScanResult = { result: 'not-scanned', finding: null };

function readResult(answer: string | null): ScanResult {
  if (answer === 'stream: OK') return { result: 'clean', finding: null };
  const name = /^stream: (.+) FOUND$/s.exec(answer ?? '')?.[1];
  // With AlertExceedsMax, a daemon reports this for a file it examined only in part. It is not a virus.
  if (!name || name.startsWith('Heuristics.Limits.Exceeded')) return notScanned;
  return { result: 'found', finding: printable(name) };
}

/** A file above the daemon's limit is never scanned until an operator raises the limit. */
function reasonIn(answer: string): string {
  const isTooLong = answer.startsWith('INSTREAM size limit exceeded');
  return printable(answer) + (isTooLong ? '; raise StreamMaxLength of clamd (docs/guide/viruses.md)' : '');
}

const printable = (text: string): string => text.replaceAll(/[^ -~]/g, '?').slice(0, longestName);
