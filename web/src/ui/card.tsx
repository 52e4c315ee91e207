// A card, a badge, and the skeleton shown while content loads.
import type { ComponentProps, ReactNode } from 'react';

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

export function Skeleton({ className = 'h-5' }: { className?: string }) {
  return <div aria-hidden className={`rounded-field bg-line/70 motion-safe:animate-pulse ${className}`} />;
}
