// What an owner has chosen on the check-in page and not saved yet.
import type { CheckIn } from '@remembrance/contract/check-in.ts';

export interface Choice {
  months: CheckIn['months'];
  /** '2027-03-04' in the viewer's zone; empty without a pause. */
  pauseDay: string;
  vaultIds: string[];
  /** Those of them that a silence releases after their wait instead. */
  releaseIds: string[];
  yearly: boolean;
}

export interface FieldsProps {
  choice: Choice;
  vaults: CheckIn['vaults'];
  onChange: (changes: Partial<Choice>) => void;
  /** What is wrong with the day of the pause. */
  pauseError?: string | undefined;
}
