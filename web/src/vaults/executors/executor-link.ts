// The link an owner shares with their executor. It carries the vault, its title and the trial offer, but never the code.
import type { Vault } from '@remembrance/contract/vaults.ts';
import { product } from '../../lib/product.ts';
import { trialPromo } from '../../lib/promo.ts';
import type { SharedLink } from '../../plans/share/share-link.ts';

export function executorLink({ id, title }: Pick<Vault, 'id' | 'title'>, origin = product.publicUrl): SharedLink {
  const query = new URLSearchParams({ vault: id, title, promo: trialPromo });
  return {
    title: `${product.name}: executor access`,
    text: `You are the executor of the vault “${title}”. You will receive your access code in a separate email.`,
    url: `${origin}/executor-access?${query}`,
  };
}
