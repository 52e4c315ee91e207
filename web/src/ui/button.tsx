// Buttons, and links that look like them. A busy button stays focusable and announces its state, but ignores presses.
import { LoaderCircle } from 'lucide';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent } from 'react';
import { useBrowserValue } from '../lib/browser/browser-value.ts';
import type { Elements } from './elements.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'candle' | 'night';

export type ButtonSize = 'compact' | 'regular' | 'large';

interface Look {
  variant?: ButtonVariant;
  /** Shown before the label. */
  icon?: Elements;
  isWide?: boolean;
  /** Compact for a page's header, large for its main action. */
  size?: ButtonSize;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  isBusy?: boolean;
}

export function Button({
  variant = 'primary',
  icon,
  isWide = false,
  size = 'regular',
  isBusy = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const answer = (event: MouseEvent<HTMLButtonElement>) => (isBusy ? event.preventDefault() : onClick?.(event));
  return (
    <button
      {...rest}
      type={type}
      onClick={answer}
      aria-disabled={isBusy || undefined}
      className={`${looks(variant, size, isWide)} ${className}`}
    >
      {isBusy ? <Icon of={LoaderCircle} className="size-5 motion-safe:animate-spin" /> : icon}
      <span>{children}</span>
    </button>
  );
}

/**
 * The submit button of a form that is shown before its script: until the script runs, nobody can press it or send the form with Enter, so
 * that the browser itself never sends what was typed.
 */
export function SubmitButton({ className = '', ...rest }: Omit<ButtonProps, 'type' | 'disabled'>) {
  const isReady = useBrowserValue(() => true, false);
  return (
    <Button {...rest} type="submit" disabled={!isReady} className={`${isReady ? '' : 'awaits-script'} ${className}`} />
  );
}

interface ButtonLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, Look {
  /** A page of the app. */
  to?: string;
  /** See Link. Only with `to`. */
  isReplacing?: boolean;
  /** Any other address, or a navigation handled by the server. */
  href?: string;
}

export function ButtonLink({
  variant = 'primary',
  icon,
  isWide = false,
  size = 'regular',
  className = '',
  children,
  to,
  href,
  isReplacing = false,
  ...rest
}: ButtonLinkProps) {
  const look = `button-link ${looks(variant, size, isWide)} ${className}`;
  const content = (
    <>
      {icon}
      <span>{children}</span>
    </>
  );
  return to === undefined ? (
    <a {...rest} href={href} className={look}>
      {content}
    </a>
  ) : (
    <Link {...rest} to={to} isReplacing={isReplacing} className={look}>
      {content}
    </Link>
  );
}

const looks = (variant: ButtonVariant, size: ButtonSize, isWide: boolean): string =>
  `inline-flex items-center justify-center gap-2.5 rounded-full py-2.5 text-center font-semibold leading-tight transition-colors ${variants[variant]} ${sizes[size]} ${isWide ? 'w-full' : ''}`;

const sizes: Record<ButtonSize, string> = {
  compact: 'min-h-11 px-4 sm:px-6',
  regular: 'min-h-12 px-6',
  large: 'min-h-12 px-11',
};

const dimmed = 'disabled:opacity-60 aria-disabled:opacity-80';

const variants: Record<ButtonVariant, string> = {
  primary: `bg-primary text-on-primary hover:bg-primary-strong border border-transparent ${dimmed}`,
  secondary: `border border-control text-ink hover:bg-vellum ${dimmed}`,
  quiet: `border border-transparent text-ink underline decoration-1 underline-offset-4 hover:bg-vellum ${dimmed}`,
  danger: `bg-garnet text-on-garnet border border-transparent hover:bg-garnet/90 ${dimmed}`,
  candle: 'candle border border-transparent text-on-candle',
  night: `border border-mist/45 text-bone hover:bg-white/8 ${dimmed}`,
};
