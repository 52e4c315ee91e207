// The type of a refusal in the catalogue.

export interface RefusalEntry {
  status: number;
  title: string;
  /** The sentence that tells a person what to do now. */
  detail: string;
}
