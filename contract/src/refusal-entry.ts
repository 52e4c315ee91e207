// A refusal as the catalogue holds it.

export interface RefusalEntry {
  status: number;
  title: string;
  /** What a person can do now. */
  detail: string;
}
