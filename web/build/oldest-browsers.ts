// The oldest browsers we support, from `browserslist` in package.json: the build writes for them, and a test compares what it wrote with
// what they know.
import { readFileSync } from 'node:fs';

export interface OldestBrowser {
  /** As browserslist calls it: chrome, edge, firefox, safari, ios_saf. */
  name: string;
  version: number;
}

export function oldestBrowsers(): OldestBrowser[] {
  const { browserslist } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    browserslist: string[];
  };
  return browserslist.map((line) => {
    const [, name, version] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
    if (!name || !version) throw new Error(`browserslist in package.json has a line we cannot read: ${line}`);
    return { name, version: Number(version) };
  });
}
