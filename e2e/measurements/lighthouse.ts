// `npm run lighthouse [pages]`: every public page on Lighthouse's telephone, five times, and the median of each score. What
// the quality bar asks for: 100 for accessibility, best practices and SEO, at least 98 for performance.
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findChromium } from '../support/chromium.ts';
import { startService } from '../support/service.ts';

const asked = process.argv.slice(2);
const routes = asked.length > 0 ? asked : ['/', '/about', '/pricing', '/terms', '/privacy', '/help'];
const categories = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof categories;
const runs = Number(process.env.RUNS ?? 5);

const service = await startService();
const executablePath = findChromium();
const port = 9300 + (process.pid % 600);
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
});
try {
  let isWithin = true;
  console.log('| page | performance | accessibility | best practices | SEO |\n|---|---|---|---|---|');
  for (const route of routes) {
    const scores = await scoresOf(route);
    const cells = (Object.keys(categories) as Category[]).map((category) => {
      const score = median(scores.map((of) => of[category]));
      if (score < categories[category]) isWithin = false;
      return `${score}${score < categories[category] ? ` (of ${categories[category]})` : ''}`;
    });
    console.log(`| ${route} | ${cells.join(' | ')} |`);
  }
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await browser.close();
  await service.stop();
}

async function scoresOf(route: string): Promise<Record<Category, number>[]> {
  const found: Record<Category, number>[] = [];
  for (let run = 0; run < runs; run += 1) {
    const result = await lighthouse(service.url + route, { port, output: 'json', logLevel: 'silent' });
    const scores = result?.lhr.categories ?? {};
    const score = (category: Category) => Math.round((scores[category]?.score ?? 0) * 100);
    found.push({
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    });
    for (const audit of Object.values(result?.lhr.audits ?? {}))
      if (process.env.DETAILS && audit.score === 0) console.error(`${route}: ${audit.id}: ${audit.title}`);
  }
  return found;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
