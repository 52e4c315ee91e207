// For tests: the id of a purchase that must exist, wherever it was read.
import { isPurchaseId, type PurchaseId } from '../src/platform/lib/ids.ts';

export function purchaseIdOf(id: string | undefined): PurchaseId {
  if (id === undefined || !isPurchaseId(id)) throw new Error(`there is no purchase ${id}`);
  return id;
}
