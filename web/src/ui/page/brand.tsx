// The mark, a closed circle with light at its seam, and the product name beside it.
import { product } from '../../lib/product.ts';
import { Link } from '../link.tsx';

export function BrandLink({ isOnNight = false }: { isOnNight?: boolean }) {
  return (
    <Link to="/" className="inline-flex min-h-11 items-center gap-2.5">
      <Mark className={`size-7 ${isOnNight ? 'text-candle' : 'text-brass'}`} />
      <span
        className="pt-[0.14em] font-display text-[min(var(--text-title-sm),10.5vw)] leading-none sm:text-title"
        translate="no"
      >
        {product.name}
      </span>
    </Link>
  );
}

export function Mark({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className} fill="none">
      <circle cx="16" cy="16" r="14" stroke="currentColor" strokeWidth="2" />
      <path
        d="M16 5c3.8 3.6 5.6 7.2 5.6 11S19.8 23.4 16 27c-3.8-3.6-5.6-7.2-5.6-11S12.2 8.6 16 5Z"
        fill="currentColor"
      />
    </svg>
  );
}
