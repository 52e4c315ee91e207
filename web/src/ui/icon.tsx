// One of Lucide's icons. It is hidden from screen readers: the text beside it or the name of its button says the same.
import type { IconNode } from 'lucide';
import { createElement } from 'react';

interface IconProps {
  of: IconNode;
  className: string;
  strokeWidth?: number;
}

export function Icon({ of, className, strokeWidth = 1.75 }: IconProps) {
  const shapes = of.map(([tag, attributes]) => createElement(tag, attributes));
  const look = {
    className,
    strokeWidth,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const;
  return createElement('svg', { 'aria-hidden': true, ...look }, ...shapes);
}
