// A virus scanner that is asked about a file while it is received. It never refuses one: what it finds is said, and nothing else.

/** What is stored of a file. `not-scanned` also says that the scanner did not look at the whole file. */
export interface ScanResult {
  result: 'clean' | 'found' | 'not-scanned';
  /** What the scanner calls it; null unless it was found. */
  finding: string | null;
}

/** Of one file. None of its promises is ever rejected. */
export interface Scan {
  /** Resolves when the next piece may come. The bytes may change from then on. */
  take(piece: Buffer): Promise<void>;
  /** Once, after the last piece. */
  end(): Promise<ScanResult>;
  /** For a file that does not come to its end. */
  stop(): void;
}

export interface VirusScanner {
  begin(): Scan;
  /** @throws when it does not answer */
  probe(): Promise<void>;
}
