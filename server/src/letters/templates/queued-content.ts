// What a letter says as it is queued and stored: a secret in it is named by what derives it.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import type { SecretSource } from '../../keys/secret/mailed-secret.ts';
import type { FactsOf } from './letter-content.ts';

export interface ExecutorSecret {
  form: 'executor-code';
  executorId: string;
  /** A later number is another code. */
  number: number;
}

/** A text with a secret in it, as it is stored: what stands before the secret, and what the secret is derived from. */
export interface SecretText {
  before: string;
  secret: SecretSource | ExecutorSecret;
}

type Stored<Known> = {
  [Name in keyof Known]: Name extends 'code'
    ? SecretText
    : Name extends 'link' | 'confirmLink'
      ? Known[Name] | SecretText
      : Known[Name];
};
export type QueuedContent = { [Kind in LetterKind]: { kind: Kind; facts: Stored<FactsOf<Kind>> } }[LetterKind];
