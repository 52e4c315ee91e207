// Numbers for Prometheus: requests and refusals by call, and the state of everything that a person would be woken for. They contain nothing
// about people. What cannot be read now is left out, and the part of the health that fails says so.
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { factsOf } from '../../http/log-answers.ts';
import { gauges, type MeasureNeeds, measurements, type SetGauge } from './measurements.ts';

export interface Metrics {
  /** Counts the replies of this app. */
  watch(app: FastifyInstance): void;
  /** The text that Prometheus reads. */
  read(): Promise<string>;
  contentType: string;
}

export function createMetrics(needs: MeasureNeeds): Metrics {
  const counted = new Registry();
  collectDefaultMetrics({ register: counted }); // the event loop's lag, memory and processor
  return {
    contentType: counted.contentType,
    watch: (app) => countReplies(app, counted),
    async read() {
      const { set, register } = gaugesOfNow();
      await Promise.allSettled(measurements.map((measure) => measure(needs, set)));
      return Registry.merge([counted, register]).metrics();
    },
  };
}

/** A gauge exists once it is set, because the library shows one without a value as 0. */
function gaugesOfNow(): { register: Registry; set: SetGauge } {
  const register = new Registry();
  const made = new Map<string, Gauge>();
  const create = (name: keyof typeof gauges): Gauge => {
    const { help, label }: { help: string; label?: string } = gauges[name];
    const labelNames = label ? [label] : [];
    const gauge = new Gauge({ name: `remembrance_${name}`, help, labelNames, registers: [register] });
    made.set(name, gauge);
    return gauge;
  };
  return {
    register,
    set(name, value, of) {
      if (value === null) return;
      const { label = '' } = gauges[name] as { label?: string };
      (made.get(name) ?? create(name)).set(of === undefined ? {} : { [label]: of }, value);
    },
  };
}

function countReplies(app: FastifyInstance, register: Registry): void {
  const registers = [register];
  const requests = new Counter({
    name: 'remembrance_requests_total',
    help: 'Replies, by call and status.',
    labelNames: ['call', 'status'],
    registers,
  });
  const refusals = new Counter({
    name: 'remembrance_refusals_total',
    help: 'Refusals, by call and code.',
    labelNames: ['call', 'code'],
    registers,
  });
  const seconds = new Histogram({
    name: 'remembrance_reply_seconds',
    help: 'How long replies take.',
    buckets: [0.01, 0.05, 0.25, 1, 5, 30],
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const call = `${request.method} ${request.routeOptions.url ?? 'none'}`;
    const { refusal } = factsOf(request);
    requests.inc({ call, status: reply.statusCode });
    if (refusal) refusals.inc({ call, code: refusal });
    seconds.observe(reply.elapsedTime / 1000);
    done();
  });
}
