// Buttons, and links that look like them. A busy button stays focusable and says so; it only stops answering.
import { LoaderCircle } from 'lucide-react';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'candle' | 'night';

interface Look {
  variant?: ButtonVariant;
  /** Stands before the words. */
  icon?: ReactNode;
  isWide?: boolean;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  isBusy?: boolean;
}

export function Button({
  variant = 'primary',
  icon,
  isWide = false,
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
      className={`${looks(variant, isWide)} ${className}`}
    >
      {isBusy ? <LoaderCircle aria-hidden className="size-5 motion-safe:animate-spin" strokeWidth={1.75} /> : icon}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, Look {
  /** A page of the app. */
  to?: string;
  /** Any other address, or a navigation the server answers. */
  href?: string;
}

export function ButtonLink({
  variant = 'primary',
  icon,
  isWide = false,
  className = '',
  children,
  to,
  href,
  ...rest
}: ButtonLinkProps) {
  const look = `${looks(variant, isWide)} ${className}`;
  const content = (
    <>
      {icon}
      {children}
    </>
  );
  if (to === undefined)
    return (
      <a {...rest} href={href} className={look}>
        {content}
      </a>
    );
  return (
    <Link {...rest} to={to} className={look}>
      {content}
    </Link>
  );
}

const looks = (variant: ButtonVariant, isWide: boolean): string =>
  `inline-flex min-h-12 items-center justify-center gap-2.5 rounded-full px-6 py-2.5 text-center font-semibold leading-tight transition-colors disabled:opacity-60 aria-disabled:opacity-80 ${variants[variant]} ${isWide ? 'w-full' : ''}`;

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-strong border border-transparent',
  secondary: 'border border-control text-ink hover:bg-vellum',
  quiet: 'border border-transparent text-ink underline decoration-1 underline-offset-4 hover:bg-vellum',
  danger: 'bg-garnet text-on-garnet border border-transparent hover:brightness-110',
  candle:
    'border border-transparent bg-linear-to-b from-[#f9dfad] to-[#efc57e] text-on-candle shadow-[0_6px_28px_rgb(242_207_143/25%)] hover:from-[#fce8c2] hover:to-[#f3ce8d]',
  night: 'border border-mist/45 text-bone hover:bg-white/8',
};
