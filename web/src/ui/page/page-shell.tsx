// The layout of a page: header, one heading, content. After a navigation within the app the heading receives the focus, so
// that keyboard users continue there and a screen reader announces the page.
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useLocation } from '../../lib/location.tsx';
import { product } from '../../lib/product.ts';
import { ButtonLink } from '../button.tsx';
import type { Elements } from '../elements.ts';
import { BrandLink } from './brand.tsx';
import { TestModeMark } from './test-mode-mark.tsx';

export interface PageShellProps {
  title: ReactNode;
  /** One sentence under the title. */
  lead?: ReactNode;
  /** The tab's title, if it says more than the route's title. */
  tabTitle?: string;
  /** Shown at the right of the header; the frame's actions by default. */
  actions?: Elements;
  width?: 'form' | 'text' | 'page' | 'shell';
  isCentered?: boolean;
  /** Which step of the page is shown. A new step's heading receives the focus. */
  step?: string;
  children?: ReactNode;
}

export function PageShell({
  title,
  lead,
  tabTitle,
  actions,
  width = 'page',
  isCentered = false,
  step = '',
  children,
}: PageShellProps) {
  useTabTitle(tabTitle);
  return (
    <>
      <SiteHeader actions={actions} />
      <main className={`mx-auto w-full px-5 pt-10 pb-20 sm:px-8 sm:pt-14 print:p-0 ${widths[width]}`}>
        <div className={isCentered ? 'text-center' : ''}>
          <PageTitle step={step}>{title}</PageTitle>
          {lead && <p className="mt-3 text-muted">{lead}</p>}
        </div>
        <div className="mt-8 sm:mt-10">{children}</div>
      </main>
    </>
  );
}

/** The header actions of a page that sets none itself. */
export const HeaderActions = createContext<Elements>(<HomeLink />);

/** Names the tab after the page's content. Until that is known, the tab has the route's title. */
export function useTabTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${product.name}`;
  }, [title]);
}

export function SiteHeader({ actions }: { actions?: Elements }) {
  const ofFrame = useContext(HeaderActions);
  return (
    <header className="on-screen-only border-line border-b">
      <div className="mx-auto flex min-h-18 max-w-shell flex-wrap items-center justify-between gap-x-4 gap-y-3 px-5 py-3 sm:px-8">
        <div className="flex items-center gap-x-3 max-sm:flex-col max-sm:items-start">
          <BrandLink />
          <TestModeMark />
        </div>
        {actions === undefined ? ofFrame : actions}
      </div>
    </header>
  );
}

interface PageTitleProps {
  id?: string;
  /** The font size. */
  className?: string;
  step?: string;
  children: ReactNode;
}

export function PageTitle({ id, className = 'text-heading', step = '', children }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { arrival } = useLocation();
  // Keeps its first value: if only the history entry changes, the page stays and so does the focus.
  const [hasMoved] = useState(arrival !== 'opened');
  useEffect(() => {
    if (hasMoved) heading.current?.focus({ preventScroll: true });
  }, [hasMoved]);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <h1 ref={heading} id={id} tabIndex={-1} className={`font-display ${className}`}>
      {children}
    </h1>
  );
}

export function HomeLink() {
  return (
    <ButtonLink to="/" variant="secondary" size="compact">
      Back to Home
    </ButtonLink>
  );
}

const widths = { form: 'max-w-form', text: 'max-w-text', page: 'max-w-page', shell: 'max-w-shell' };
