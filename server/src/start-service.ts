// Starts the complete service and stops it in the right order: it accepts requests first and catches up on due work in the
// background, and nothing is closed while it is in use.
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { describeFault } from './http/problem-reply.ts';
import { type LetterListener, listenForLetters } from './letters/sending/listen-for-letters.ts';
import { followJournal } from './operations/restore/follow-journal.ts';
import { seedPlans } from './plans/plan-store.ts';
import { type Clock, systemClock } from './platform/lib/clock.ts';
import { recordStart } from './records/acts/refused-starts.ts';
import { type Schedule, startSchedule } from './schedule.ts';
import { createServices, type Services } from './services.ts';
import type { Config } from './settings/config.ts';
import { refuseWrongPlaces, webDirectory } from './start/refuse-wrong-places.ts';
import { stopInTime } from './stop-in-time.ts';

export interface RunningService {
  services: Services;
  schedule: Schedule;
  stop(): Promise<void>;
}

export async function startService(config: Config, log: Logger, clock: Clock = systemClock): Promise<RunningService> {
  await refuseWrongPlaces(config, webDirectory);
  const opening = createServices(config, log, clock);
  // The embedded database has been started by then, and gets ready while this thread imports the calls.
  const importing = setImmediate().then(() => import('./app.ts'));
  const [services, { createApp }] = await Promise.all([opening, importing]);
  let listener: LetterListener | undefined;
  try {
    await recordStart(services);
    await seedPlans(services.database);
    // Runs before anyone can sign in, so that nothing deleted since the backup is shown.
    if (await services.restoreHold.isOn()) {
      const inDoubt = await followJournal({ ...services, database: services.jobDatabase });
      log.warn(
        { inDoubt },
        'the database was restored: nothing is released or mailed until “npm run admin -- lift-hold --reason "<why>"”',
      );
    }
    // The first letter is claimed by the time that all processes agree on.
    const [app] = await Promise.all([createApp(services, { web: webDirectory }), services.clockWatch.trustedNow()]);
    const metrics = config.metricsPort ? await openMetrics(services, app, config.metricsPort) : undefined;
    listener = await listenForLetters(services.listenerConnection, services.letterSending);
    await app.listen({ port: config.port, host: config.host });
    services.sandbox?.start();
    await metrics?.listen();
    const schedule = startSchedule(services);
    const reserving = services.reserveLogRoom().catch((error) => {
      log.error({ error: describeFault(error) }, 'disk space for the write-ahead log could not be reserved');
    });
    return {
      services,
      schedule,
      async stop() {
        const sending = [services.letterSending.inFlight.stop(), listener?.stop()];
        const inTime = await stopInTime({
          finish: Promise.all([app.close(), metrics?.close(), schedule.stop(), ...sending, reserving]),
          cut() {
            app.server.closeAllConnections();
            services.cutDatabase();
          },
          writeRest: () => writeRest(services),
          close: services.closeDatabase,
        });
        if (!inTime) log.warn('the stop has cut off what did not end within 20 seconds; the next start repeats it');
      },
    };
  } catch (error) {
    await listener?.stop();
    await writeRest(services);
    await services.closeDatabase();
    throw error;
  }
}

/** Its library is only loaded where somebody asks. */
async function openMetrics(services: Services, app: FastifyInstance, port: number) {
  const { createMetrics } = await import('./operations/metrics/metrics.ts');
  const { serveMetrics } = await import('./operations/metrics/serve-metrics.ts');
  const metrics = createMetrics(services);
  metrics.watch(app);
  return serveMetrics(metrics, port);
}

async function writeRest(services: Services): Promise<void> {
  await services.writeJournal().catch(() => undefined);
  await services.securityLog.write().catch(() => undefined);
  await services.sandbox?.stop();
}
