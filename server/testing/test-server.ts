// The service for browser tests, run as a child process. The parent moves the clock with `{ moveClockSeconds: n }` and
// receives `{ movedTo: iso }` once every periodic job has run at the new time.
import '../src/start/load-compact-drizzle.ts';
import { pino } from 'pino';
import { readConfig } from '../src/settings/config.ts';
import './record-refusals.ts';

// Imported afterwards, because static imports would be resolved before Drizzle's build is chosen.
const { systemClock } = await import('../src/platform/lib/clock.ts');
const { startService } = await import('../src/start-service.ts');

let movedMilliseconds = 0;
const clock = {
  now: () => new Date(systemClock.now().getTime() + movedMilliseconds),
  monotonicMilliseconds: () => systemClock.monotonicMilliseconds() + movedMilliseconds,
  bootId: systemClock.bootId,
  ofDatabase: (shown: Date) => new Date(shown.getTime() + movedMilliseconds),
};
const config = readConfig();
const service = await startService(config, pino({ level: config.logLevel }, pino.destination(2)), clock);

process.on('message', async (message: { moveClockSeconds: number }) => {
  movedMilliseconds += message.moveClockSeconds * 1000;
  await service.schedule.runAll();
  process.send?.({ movedTo: clock.now().toISOString() });
});
const stop = async () => {
  await service.stop();
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('disconnect', () => void stop());
process.send?.({ readyAt: config.publicUrl });
