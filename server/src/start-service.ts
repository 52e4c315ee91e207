// Starts the complete service and stops it in the right order: it accepts requests first and catches up on due work in the
// background, and nothing is closed while it is in use.
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
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
import { refuseWrongPlaces } from './start/refuse-wrong-places.ts';

export interface RunningService {
  services: Services;
  schedule: Schedule;
  stop(): Promise<void>;
}

const webDirectory = path.join(import.meta.dirname, '../../web/dist');

/** Long enough for a letter that is being sent. An upload that takes longer is cut off, and the browser tries again. */
const stopSeconds = 20;

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
    const app = await createApp(services, { web: webDirectory });
    listener = await listenForLetters(services.listenerConnection, services.letterSending);
    await app.listen({ port: config.port, host: config.host });
    services.sandbox?.start();
    const schedule = startSchedule(services);
    const reserving = services.reserveLogRoom().catch((error) => {
      log.error({ error: describeFault(error) }, 'disk space for the write-ahead log could not be reserved');
    });
    return {
      services,
      schedule,
      async stop() {
        const closing = app.close();
        const cut = setTimeout(() => app.server.closeAllConnections(), stopSeconds * 1000);
        const sending = [services.letterSending.inFlight.stop(), listener?.stop()];
        await Promise.all([closing, schedule.stop(), ...sending, reserving]);
        clearTimeout(cut);
        await closeServices(services);
      },
    };
  } catch (error) {
    await listener?.stop();
    await closeServices(services);
    throw error;
  }
}

async function closeServices(services: Services): Promise<void> {
  await services.writeJournal().catch(() => undefined);
  await services.securityLog.write().catch(() => undefined);
  await services.sandbox?.stop();
  await services.closeDatabase();
}
