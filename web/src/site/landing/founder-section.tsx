// Who is behind the product: the founder, and how it is paid for.
import { product } from '../../lib/product.ts';
import { usePromoPath } from '../../lib/promo.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Link } from '../../ui/link.tsx';

export function FounderSection() {
  const promoPath = usePromoPath();
  return (
    <section aria-labelledby="founder-title" className="border-line border-t">
      <div className="mx-auto max-w-text px-5 py-20 text-center sm:px-8 lg:py-28">
        <h2 id="founder-title" className="font-display text-heading">
          Who stands behind it
        </h2>
        <p className="mt-6 text-balance font-display text-title italic">
          When my father died I looked through his desk for a letter. There was none. I do not think he had nothing to
          say.
        </p>
        <p className="mt-4 text-muted text-sm">
          The founder of <AsWritten>{product.name}</AsWritten>
        </p>
        <p className="mx-auto mt-8 max-w-[52ch] text-muted">
          The plans our owners pay for are our only income. We show no advertising, and we neither sell nor use what is
          in a vault.
        </p>
        <p className="mt-6">
          <Link className="text-link font-semibold text-ink" to={promoPath('/about')}>
            Read our story
          </Link>
        </p>
      </div>
    </section>
  );
}
