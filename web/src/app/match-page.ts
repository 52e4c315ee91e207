// Finds the page of the route table for a path, and the parameters in it.
import { notFoundPage, type Page, pages } from './pages.ts';

export interface Match {
  page: Page;
  params: Readonly<Record<string, string>>;
}

export function matchPage(pathname: string): Match {
  const parts = partsOf(pathname);
  for (const page of pages) {
    const params = paramsOf(partsOf(page.pattern), parts);
    if (params) return { page, params };
  }
  return { page: notFoundPage, params: {} };
}

function paramsOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, wanted] of pattern.entries()) {
    const part = parts[index] ?? '';
    if (wanted.startsWith(':')) params[wanted.slice(1)] = decoded(part);
    else if (wanted !== part) return undefined;
  }
  return params;
}

/** Leaves out empty parts, so that a trailing slash matches the same page. */
const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** Anyone can type an address, so its encoding may be invalid. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
