// A card, a badge, a list with ticks, the aside of a form for a code or a proof, and the skeleton shown while content loads.
import { Check } from 'lucide';
import type { ComponentProps, ReactNode } from 'react';
import type { Elements } from './elements.ts';
import { Icon } from './icon.tsx';

export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`rounded-card border border-line bg-surface p-5 sm:p-6 ${className}`} />;
}

export type BadgeVariant = 'neutral' | 'success' | 'accent' | 'danger';

export function Badge({ variant = 'neutral', children }: { variant?: BadgeVariant; children: ReactNode }) {
  return (
    <span
      className={`inline-block max-w-full rounded-2xl border px-3 py-0.5 font-semibold text-xs [overflow-wrap:anywhere] ${badges[variant]}`}
    >
      {children}
    </span>
  );
}

const badges: Record<BadgeVariant, string> = {
  neutral: 'border-control/50 bg-vellum text-ink',
  success: 'border-sage/40 bg-sage/10 text-sage',
  accent: 'border-transparent bg-candle text-on-candle',
  danger: 'border-garnet/40 bg-garnet/8 text-garnet',
};

export function TickedList({ lines, className }: { lines: readonly string[]; className: string }) {
  return (
    <ul className={`grid gap-2.5 ${className}`}>
      {lines.map((line) => (
        <li key={line} className="flex gap-2.5">
          <Icon of={Check} className="mt-[0.125rem] size-[1.25rem] shrink-0 text-sage" />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}

/** Tells people that there is no hurry, and answers their questions at this point. */
export function CalmAside({ lead, children }: { lead: string; children: Elements }) {
  return (
    <aside aria-labelledby="take-your-time" className="overflow-hidden rounded-card">
      <div className="guilloche-band" />
      <div className="on-night grid gap-5 p-6 sm:p-8">
        <h2 id="take-your-time" className="font-display text-title">
          Take your time
        </h2>
        <p className="text-mist">{lead}</p>
        {children}
      </div>
    </aside>
  );
}

export function CalmTopic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 text-mist">{children}</p>
    </div>
  );
}

export function Skeleton({ className = 'h-5' }: { className?: string }) {
  return <div aria-hidden className={`rounded-field bg-line/70 motion-safe:animate-pulse ${className}`} />;
}
