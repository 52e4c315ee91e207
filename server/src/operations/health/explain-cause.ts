// Why a part fails, for the operator: the sentence of an error that is written for operators, or the system's own, with its code and address.
// Strangers read neither.
import { KeyServiceUnavailable, KeyUnavailable } from '../../keys/master/master-keys.ts';
import { BucketUnavailable } from '../../platform/lib/bucket-unavailable.ts';
import { causesOf } from '../../platform/lib/causes.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import { MarkMissing } from '../../vaults/files/storage/marked-storage.ts';

const spoken = [BucketUnavailable, KeyServiceUnavailable, KeyUnavailable, MarkMissing, StartRefused];

/** Undefined for any other error, whose message may quote anything. */
export function explainCause(error: unknown): string | undefined {
  const causes = causesOf(error);
  const known = causes.find((cause) => spoken.some((kind) => cause instanceof kind));
  return (known ?? causes.find(({ syscall }) => syscall))?.message;
}
