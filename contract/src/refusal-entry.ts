// The type of a refusal in the catalogue.

export interface RefusalEntry {
  status: number;
  title: string;
  /** Tells a person what to do now. */
  detail: string;
}
