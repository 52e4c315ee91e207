// The content of a letter as it is queued and stored: a secret is represented by the source it is derived from.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import type { SecretSource } from '../../keys/secret/mailed-secret.ts';
import type { FactsOf } from './letter-content.ts';

export interface ExecutorSecret {
  form: 'executor-code';
  executorId: string;
  /** A later number derives another code. */
  number: number;
}

/** A stored text with a secret at its end: the text before the secret, and the source of the secret. */
export interface SecretText {
  before: string;
  secret: SecretSource | ExecutorSecret;
}

type Stored<Known> = {
  [Name in keyof Known]: Name extends 'code'
    ? SecretText
    : Name extends 'link' | 'confirmLink'
      ? Known[Name] | SecretText
      : Name extends 'others'
        ? StoredOf<Known[Name]>
        : Known[Name];
};
type StoredOf<Listed> = Listed extends (infer One)[] ? Stored<One>[] : Listed;
export type QueuedContent = { [Kind in LetterKind]: { kind: Kind; facts: Stored<FactsOf<Kind>> } }[LetterKind];
