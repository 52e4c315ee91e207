// What a plan includes, as a list with a tick before each line.
import { Check } from 'lucide-react';

export function FeatureList({ features, className }: { features: readonly string[]; className: string }) {
  return (
    <ul className={`grid gap-2.5 ${className}`}>
      {features.map((feature) => (
        <li key={feature} className="flex gap-2.5">
          <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-sage" strokeWidth={1.75} />
          <span>{feature}</span>
        </li>
      ))}
    </ul>
  );
}
