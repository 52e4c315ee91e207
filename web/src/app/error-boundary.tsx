// The page shown when rendering fails, unless it failed because the page is translated. If a part could not be loaded offline, the page
// reloads when the connection returns. React requires a class for this.
import { Component, type ErrorInfo, type ReactNode, useEffect } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { LostNodes } from '../ui/page/lost-node.ts';
import { SupportLink } from '../ui/support-link.tsx';

export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  readonly lostNodes = new LostNodes();

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(error, componentStack);
    if (this.lostNodes.isWorthRepeating(error)) this.setState({ hasFailed: false });
  }

  override render() {
    return this.state.hasFailed ? <ErrorPage /> : this.props.children;
  }
}

const reload = () => window.location.reload();

function ErrorPage() {
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <main className="mx-auto max-w-text px-5 py-20 sm:px-8">
      <h1 className="font-display text-heading">Something went wrong on this page</h1>
      <p className="mt-3 text-muted">
        What you have saved is safe. Loading the page again usually helps. If it does not, write to <SupportLink />.
      </p>
      {!navigator.onLine && (
        <p className="mt-3">You are offline. The page loads automatically when you are online again.</p>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <Button onClick={reload}>Load the page again</Button>
        <ButtonLink variant="secondary" href="/">
          Return Home
        </ButtonLink>
      </div>
    </main>
  );
}
