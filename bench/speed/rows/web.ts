// The landing page in a browser: the script it loads, and what Lighthouse's phone says of it. Measured by the commands that measure
// every page, each in a process of its own, so their budgets are the goals.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Row, round } from '../row.ts';

interface Measured<Page> {
  isWithin: boolean;
  pages: [Page];
}
interface Weighed {
  weight: { script: number };
}
interface Scored {
  scores: Record<string, number>;
  largestPaint: number;
}

export const webRow: Row = {
  name: 'web',
  what: "the landing page: script as gzip sends it; Lighthouse's phone, its four scores and the largest paint",
  goal: '≤ 95 KB; 100 × 4; ≤ 1.4 s',
  async run({ isTrial }) {
    const weighed = await measure<Weighed>('budgets.ts');
    const scored = await measure<Scored>('lighthouse.ts', isTrial ? 1 : 5);
    const [{ weight }] = weighed.pages;
    const [{ scores, largestPaint }] = scored.pages;
    return {
      floor: '–',
      product: `scores ${Object.values(scores).join(', ')}`,
      value: `${round(weight.script / 1024, 1)} KB; ${Math.min(...Object.values(scores))} or more; ${round(largestPaint / 1000)} s`,
      isMet: weighed.isWithin && scored.isWithin,
      figures: { weighed, scored },
    };
  },
};

/** They end with 1 where a budget is exceeded, which is a result as any other. */
async function measure<Page>(name: string, runs = 1): Promise<Measured<Page>> {
  const file = path.join(import.meta.dirname, '../../../e2e/measurements', name);
  const env = { ...process.env, RUNS: String(runs) };
  const child = spawn(process.execPath, [file, '/', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(output);
}
