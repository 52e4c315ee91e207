// A link to a page of the app: a plain click navigates within the app, and the browser handles everything else.
import type { ComponentProps, MouseEvent } from 'react';
import { useNavigate } from '../lib/location.tsx';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  /** Replaces this page in the history, for the page of a link that works only once. */
  isReplacing?: boolean;
}

export function Link({ to, isReplacing = false, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || rest.target || !isPlain(event)) return;
    event.preventDefault();
    const isHere = to === `${window.location.pathname}${window.location.search}`;
    navigate(to, { replace: isReplacing || isHere });
  };
  return <a {...rest} href={to} onClick={press} />;
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
