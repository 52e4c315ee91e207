// The link shared from the public pages: the offer of a free month.
import { product } from '../../lib/product.ts';
import { trialPromo } from '../../lib/promo.ts';
import type { SharedLink } from './share-link.ts';

export const trialLink: SharedLink = {
  title: `${product.name}: a month free`,
  text: `A place to keep messages and memories for the people you love, until the time comes. The first month is free: 30 days, no credit card required.`,
  url: `${product.publicUrl}/?promo=${trialPromo}`,
};
