// For tests: Prometheus' tool for rules, from Debian's package, which is unpacked and not installed: that would start a server.
import { existsSync } from 'node:fs';
import path from 'node:path';

const names = ['prometheus'];
const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/prometheus');

/** What `npm run test:long` unpacks, and where. */
export const prometheusPackages = { names, folder };
export const promtool = path.join(folder, 'usr/bin/promtool');
export const hasPromtool = existsSync(promtool);
