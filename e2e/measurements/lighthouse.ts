// `npm run lighthouse [pages]`: every public page on Lighthouse's telephone, five times, and the median of each score and
// of the largest paint. What is asked for: 100 for accessibility, best practices and SEO, at least 98 for performance, and for the
// landing page 100 and its largest paint within 1.4 s.
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findChromium } from '../support/chromium.ts';
import { startService } from '../support/service.ts';

const asked = process.argv.slice(2);
const routes = asked.length > 0 ? asked : ['/', '/about', '/pricing', '/terms', '/privacy', '/help'];
const categories = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof categories;
interface Result {
  scores: Record<Category, number>;
  largestPaint: number;
  blocked: number;
}
const isLanding = (route: string) => route === '/';
const leastOf = (category: Category, route: string) => (isLanding(route) ? 100 : categories[category]);
const landingPaintMilliseconds = 1400;
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
  console.log('| page | performance | accessibility | best practices | SEO | largest paint | blocked |');
  console.log('|---|---|---|---|---|---|---|');
  for (const route of routes) {
    const results = await resultsOf(route);
    const cells = (Object.keys(categories) as Category[]).map((category) => {
      const score = median(results.map(({ scores }) => scores[category]));
      const least = leastOf(category, route);
      if (score < least) isWithin = false;
      return `${score}${score < least ? ` (of ${least})` : ''}`;
    });
    const largestPaint = median(results.map((result) => result.largestPaint));
    const isLate = isLanding(route) && largestPaint > landingPaintMilliseconds;
    if (isLate) isWithin = false;
    const paint = `${Math.round(largestPaint)} ms${isLate ? ` (of ${landingPaintMilliseconds})` : ''}`;
    const blocked = `${Math.round(median(results.map((result) => result.blocked)))} ms`;
    console.log(`| ${route} | ${[...cells, paint, blocked].join(' | ')} |`);
  }
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await browser.close();
  await service.stop();
}

async function resultsOf(route: string): Promise<Result[]> {
  const found: Result[] = [];
  for (let run = 0; run < runs; run += 1) {
    const result = await lighthouse(service.url + route, { port, output: 'json', logLevel: 'silent' });
    if (!result) throw new Error(`Lighthouse says nothing of ${route}`);
    const { audits, categories: scored } = result.lhr;
    const score = (category: Category) => Math.round((scored[category]?.score ?? 0) * 100);
    found.push({
      scores: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
        seo: score('seo'),
      },
      largestPaint: audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY,
      blocked: audits['total-blocking-time']?.numericValue ?? Number.POSITIVE_INFINITY,
    });
    for (const audit of Object.values(audits))
      if (process.env.DETAILS && audit.score === 0) console.error(`${route}: ${audit.id}: ${audit.title}`);
  }
  return found;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
