// Renders a page to HTML when the app is built. The HTML is complete: streaming would need inline scripts, which the
// Content-Security-Policy blocks.
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { FixedLocation } from '../../lib/location.tsx';
import { makeQueryClient } from '../../lib/query-client.ts';
import { App } from '../app.tsx';

export { documentTitle, notFoundPage, pages } from '../pages.ts';

export async function renderPage(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <FixedLocation pathname={path}>
        <App client={makeQueryClient()} />
      </FixedLocation>
    </StrictMode>,
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
}
