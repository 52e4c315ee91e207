// The link an owner passes on to their executor. It says which vault it is about and carries the trial offer; never the code.
import { product } from '../lib/product.ts';
import { trialPromo } from '../lib/promo.ts';
import type { SharedLink } from '../share/share-link.ts';

export interface SharedVault {
  id: string;
  title: string;
}

export function executorLink({ id, title }: SharedVault, origin = product.publicUrl): SharedLink {
  const query = new URLSearchParams({ vault: id, title, promo: trialPromo });
  return {
    title: `${product.name}: executor access`,
    text: `You are the executor of the vault “${title}”. Your access code comes to you in a letter of its own.`,
    url: `${origin}/executor-access?${query}`,
  };
}
