// What Prometheus reads, that it says nothing about a person, and that the alerts and the dashboard ask only for what there is.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../testing/free-port.ts';
import { paidVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createApp } from '../../app.ts';
import { vaults } from '../../platform/database/schema.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { noteBackup } from '../health/last-backup.ts';
import { gauges } from './measurements.ts';
import { createMetrics } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const deploy = path.join(import.meta.dirname, '../../../../deploy');
const textOf = (name: string) => readFileSync(path.join(deploy, name), 'utf8');

test('Prometheus reads each number on the port, and none of them is about a person', async () => {
  const { services } = app;
  const owner = await signedIn(app, ada);
  const vault = await paidVault(app, owner, { executorEmail: 'emil@example.com' });
  await services.jobWatch.watch({ name: 'a job', everySeconds: 5 }, async () => true);
  await services.writeJournal();
  await noteBackup(services.config.dataDirectory, { at: app.clock.now(), place: '/srv/backups' });
  const port = await freePort();
  const served = serveMetrics(createMetrics(services), port);
  await served.listen();
  const read = async (name = 'metrics') => fetch(`http://127.0.0.1:${port}/${name}`);
  const text = await (await read()).text();
  expect((await read('other')).status).toBe(404);
  await served.close();
  for (const name of Object.keys(gauges).filter((name) => name !== 'checkpoint_timestamp_seconds'))
    expect(text, name).toMatch(new RegExp(`^remembrance_${name}(\\{[^}]+\\})? \\d`, 'm'));
  expect(text).toMatch(/^remembrance_letters\{state="waiting"\} [1-9]/m);
  expect(text).toMatch(/^remembrance_job_interval_seconds\{job="a job"\} 5$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  for (const secret of [owner.email, owner.id, vault.id, vault.title, 'emil', vault.recipientEmail])
    expect(text).not.toContain(secret);
});

test('an overdue release has an age, and a number that cannot be read is left out', async () => {
  const { services } = app;
  const metrics = createMetrics(services);
  const scheduledReleaseDate = minutesLater(app.clock.now(), -7);
  await app.database.update(vaults).set({ scheduledReleaseDate, paymentStatus: 'paid', status: 'active' });
  await services.jobWatch.watch({ name: 'a job' }, async () => false);
  const broken = { ...services, config: { ...services.config, dataDirectory: '/no/such/folder' } };
  const text = await createMetrics(broken).read();
  expect(text).not.toMatch(/^remembrance_disk_free_bytes \d/m);
  expect(text).toMatch(/^remembrance_overdue_releases 1$/m);
  expect(text).toMatch(/^remembrance_oldest_overdue_release_seconds 420$/m);
  expect(await metrics.read()).toMatch(/^remembrance_job_failures\{job="a job"\} 1$/m);
});

test('replies and refusals are counted by call, without what the path contains', async () => {
  const metrics = createMetrics(app.services);
  const other = await createApp(app.services, { web: false });
  metrics.watch(other);
  await other.inject({ method: 'GET', url: `${api.verifyAccess.path}?token=${'x'.repeat(43)}` });
  const text = await metrics.read();
  expect(text).toMatch(/^remembrance_refusals_total\{call="GET [^"]+",code="link-not-found"\} 1$/m);
  expect(text).toMatch(/^remembrance_requests_total\{call="GET [^"]+",status="404"\} 1$/m);
  expect(text).not.toContain('xxxx');
  await other.close();
});

const ofReplies = ['requests_total', 'refusals_total', 'reply_seconds_bucket', 'reply_seconds_count'];

test.each(['prometheus-alerts.yml', 'grafana-dashboard.json'])('%s asks only for numbers that there are', (name) => {
  const asked = new Set(textOf(name).match(/remembrance_\w+/g));
  expect(asked.size).toBeGreaterThan(5);
  for (const number of asked)
    expect([...Object.keys(gauges), ...ofReplies]).toContain(number.slice('remembrance_'.length));
});

test('each of the eight alerts has a section of the guide, which says what to do', () => {
  const rules = textOf('prometheus-alerts.yml');
  const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name = '']) => name);
  expect(alerts).toHaveLength(8);
  const guide = readFileSync(path.join(deploy, '../docs/guide/watching.md'), 'utf8');
  for (const name of alerts) {
    expect(rules, name).toContain(`docs/guide/watching.md#${name.toLowerCase()}`);
    expect(guide, name).toContain(`\n### ${name}\n`);
    expect(textOf('prometheus-alerts.test.yml'), name).toContain(`alertname: ${name}\n`);
  }
});
