// Which modules go into the one part that every page loads: what the app starts with, and what the landing page shares with
// other pages. Left to itself the bundler makes a part of each piece two pages share, and asking for twenty small ones one
// after another is what a telephone waits for.
interface ModuleFacts {
  /** The modules that import it at once, not only when it is asked for. */
  importers: readonly string[];
}

interface Look {
  getModuleInfo(id: string): ModuleFacts | null;
}

const starts = ['/src/app/entry-client.tsx', '/src/app/home-page.tsx'];
const landingAlone = /\/src\/(landing\/(?!site-footer|install\/install-offer)|app\/home-page)/;

export function appChunk(id: string, graph: Look): string | null {
  const visited = new Set<string>();
  const isReached = (module: string): boolean => {
    if (starts.some((start) => module.endsWith(start))) return true;
    if (visited.has(module)) return false;
    visited.add(module);
    return graph.getModuleInfo(module)?.importers.some(isReached) ?? false;
  };
  return !landingAlone.test(id) && isReached(id) ? 'app' : null;
}
