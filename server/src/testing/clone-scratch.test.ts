import { test } from 'vitest';
import { openTestDatabase } from './test-database.ts';
test('time', async () => {
  const o: number[] = [], c: number[] = [];
  for (let i = 0; i < 20; i++) { let t = performance.now(); const d = await openTestDatabase(); o.push(performance.now() - t); t = performance.now(); await d.pool.query('select 1'); await d.close(); c.push(performance.now() - t); }
  const med = (a: number[]) => a.sort((x, y) => x - y)[a.length >> 1];
  console.log('open', med(o), 'close', med(c));
  const t = performance.now(); const all = await Promise.all(Array.from({ length: 8 }, () => openTestDatabase())); console.log('8 at once', performance.now() - t); await Promise.all(all.map((d) => d.close()));
});
