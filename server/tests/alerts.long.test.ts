// The alerts in deploy/ are silent while all is well and fire in time: Prometheus' own tool runs their tests.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasPromtool, promtool } from '../testing/promtool.ts';

const deploy = path.join(import.meta.dirname, '../../deploy');

test.each([
  ['check', 'rules', 'prometheus-alerts.yml'],
  ['test', 'rules', 'prometheus-alerts.test.yml'],
])('promtool %s %s accepts %s', (...words) => {
  if (!hasPromtool) throw new Error("promtool needs Debian's package prometheus: npm run test:long -- operators.");
  const { status, stdout, stderr } = spawnSync(promtool, words, { cwd: deploy, encoding: 'utf8' });
  expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: expect.stringContaining('SUCCESS') });
});
