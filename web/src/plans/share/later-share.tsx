// The offer to share, in a footer or folded in the landing page's first screen: the page is usable before its script has loaded.
import { laterPart } from '../../lib/later-part.tsx';

export const shareButtons = laterPart(() => import('./share-buttons.tsx'));
export const shareOffer = laterPart(() => import('./share-offer.tsx'));
