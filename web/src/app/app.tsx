// The root component of the app, in the browser and when public pages are prerendered.
import { display } from '@remembrance/contract/limits.ts';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Toaster } from '../ui/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Router } from './router.tsx';

export function App({ client }: { client: QueryClient }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <Router />
        <Toaster milliseconds={display.toastMilliseconds} />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
