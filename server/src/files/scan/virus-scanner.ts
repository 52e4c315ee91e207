// A virus scanner that examines a file while it is received. It never refuses a file: findings are only shown.

/** The stored result for a file. `not-scanned` also means that the scanner did not examine the complete file. */
export interface ScanResult {
  result: 'clean' | 'found' | 'not-scanned';
  /** The scanner's name for the virus; null if nothing was found. */
  finding: string | null;
}

/** The scan of one file. Its promises never reject. */
export interface Scan {
  /** Resolves when the next chunk may come. After that, the bytes may change. */
  take(piece: Buffer): Promise<void>;
  /** Called once, after the last chunk. */
  end(): Promise<ScanResult>;
  /** Called if a file is not received completely. */
  stop(): void;
}

export interface VirusScanner {
  begin(fileId: string): Scan;
  /** @throws if it does not answer */
  probe(): Promise<void>;
}
