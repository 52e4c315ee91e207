// `npm run lighthouse [pages] [-- --json]`: runs every public page on Lighthouse's phone five times, and reports the median of each score
// and of the largest paint. Required: 100 for accessibility, best practices and SEO, at least 98 for performance, and for the landing
// page 100 and a largest paint within 1.4 s.
import { parseArgs } from 'node:util';
import lighthouse from 'lighthouse';
import { median, openProduct } from '../support/open-product.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } });
const routes = positionals.length > 0 ? positionals : ['/', '/about', '/pricing', '/terms', '/privacy', '/help'];
const categories = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof categories;
const names = Object.keys(categories) as Category[];
interface Result {
  scores: Record<Category, number>;
  /** Both in milliseconds. */
  largestPaint: number;
  blocked: number;
}
interface Page extends Result {
  route: string;
}
const isLanding = (route: string) => route === '/';
const leastOf = (category: Category, route: string) => (isLanding(route) ? 100 : categories[category]);
const landingPaintMilliseconds = 1400;
const runs = Number(process.env.RUNS ?? 5);

const port = 9300 + (process.pid % 600);
const { service, close } = await openProduct('--disable-gpu', `--remote-debugging-port=${port}`);
try {
  const pages: Page[] = [];
  for (const route of routes) pages.push({ route, ...medianOf(await resultsOf(route)) });
  const isWithin = pages.every((page) => !isLate(page) && names.every((category) => !isLow(page, category)));
  if (values.json) console.log(JSON.stringify({ isWithin, pages }));
  else report(pages);
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await close();
}

async function resultsOf(route: string): Promise<Result[]> {
  const found: Result[] = [];
  for (let run = 0; run < runs; run += 1) {
    const result = await lighthouse(service.url + route, { port, output: 'json', logLevel: 'silent' });
    if (!result) throw new Error(`Lighthouse reports nothing about ${route}`);
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

function medianOf(results: Result[]): Result {
  const scores = names.map((category) => [category, median(results.map((result) => result.scores[category]))]);
  return {
    scores: Object.fromEntries(scores),
    largestPaint: median(results.map((result) => result.largestPaint)),
    blocked: median(results.map((result) => result.blocked)),
  };
}

function isLow({ route, scores }: Page, category: Category): boolean {
  return scores[category] < leastOf(category, route);
}
function isLate({ route, largestPaint }: Page): boolean {
  return isLanding(route) && largestPaint > landingPaintMilliseconds;
}

function report(pages: Page[]): void {
  console.log('| page | performance | accessibility | best practices | SEO | largest paint | blocked |');
  console.log('|---|---|---|---|---|---|---|');
  for (const page of pages) {
    const scores = names.map(
      (category) => `${page.scores[category]}${isLow(page, category) ? ` (of ${leastOf(category, page.route)})` : ''}`,
    );
    const paint = `${Math.round(page.largestPaint)} ms${isLate(page) ? ` (of ${landingPaintMilliseconds})` : ''}`;
    console.log(`| ${[page.route, ...scores, paint, `${Math.round(page.blocked)} ms`].join(' | ')} |`);
  }
}
