// A mailto link to support.
import { product } from '../lib/product.ts';

export function SupportLink() {
  return (
    <a className="text-link" href={`mailto:${product.supportEmail}`} translate="no">
      {product.supportEmail}
    </a>
  );
}
