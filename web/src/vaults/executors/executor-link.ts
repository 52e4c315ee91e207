// The link an owner shares with their executor. It carries the vault, its title and the trial offer, but never the code.
import { product } from '../../lib/product.ts';
import { trialPromo } from '../../lib/promo.ts';
import type { SharedLink } from '../../plans/share/share-link.ts';

export interface SharedVault {
  id: string;
  title: string;
}

export function executorLink({ id, title }: SharedVault, origin = product.publicUrl): SharedLink {
  const query = new URLSearchParams({ vault: id, title, promo: trialPromo });
  return {
    title: `${product.name}: executor access`,
    text: `You are the executor of the vault “${title}”. You will receive your access code in a separate letter.`,
    url: `${origin}/executor-access?${query}`,
  };
}
