// The Terms of Service.
import { product } from '../../lib/product.ts';
import { LegalText } from './legal-text.tsx';
import { generalTerms } from './terms-of-agreement.tsx';
import { serviceTerms } from './terms-of-service-use.tsx';

export default function TermsPage() {
  return (
    <LegalText
      title="Terms of Service"
      summary={`You write a message and decide who receives it. A person you trust, or a date you set, releases it, and ${product.name} stores and delivers it. We take great care, but we cannot promise that every message reaches its reader. Please keep copies of what matters most.`}
      sections={[...serviceTerms, ...generalTerms]}
    />
  );
}
