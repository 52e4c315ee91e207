// The composition root: creates every service and adapter once from the configuration, each part where its district's needs are stated.
import { paymentWebhook } from '@remembrance/contract/payments.ts';
import { postEvent } from '@remembrance/sandbox/events.ts';
import type { Logger } from 'pino';
import { healthParts } from './operations/health/health-parts.ts';
import { createJobWatch } from './operations/health/job-watch.ts';
import { createReadHealth } from './operations/health/read-health.ts';
import { createReportFailingParts } from './operations/health/report-failing-parts.ts';
import { type Clock, systemClock } from './platform/lib/clock.ts';
import type { Config } from './settings/config.ts';
import { createBounces } from './start/create-bounces.ts';
import { createFoundation } from './start/create-foundation.ts';
import { createLetters } from './start/create-letters.ts';
import { createPeople } from './start/create-people.ts';
import { createVaults } from './start/create-vaults.ts';
import { openPaymentGateway } from './start/open-payment-gateway.ts';
import { ownAddress } from './start/own-address.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

export async function createServices(config: Config, log: Logger, clock: Clock = systemClock) {
  const foundation = await createFoundation(config, log, clock);
  const people = await createPeople(foundation);
  const vaults = createVaults(foundation);
  const letters = await createLetters({ ...foundation, ...people, ...vaults });
  const bounces = await createBounces(foundation);
  // The sandbox delivers its webhook events to this process over HTTP, as Stripe would.
  const payments = openPaymentGateway({
    ...foundation,
    deliverEvent: postEvent(ownAddress(config, paymentWebhook.path)),
  });
  const jobWatch = createJobWatch(clock);
  // Health does not wait while another process writes the journal.
  const parts = healthParts({
    ...foundation,
    ...vaults,
    ...letters,
    ...bounces,
    writeJournal: foundation.writeUnlessBusy,
    jobWatch,
  });
  return {
    ...foundation,
    ...people,
    ...vaults,
    ...letters,
    ...bounces,
    ...payments,
    jobWatch,
    healthPartNames: parts.map(({ name }) => name),
    readHealth: createReadHealth(parts, { clock, log: (message, facts) => log.warn(facts, message) }),
    reportFailingParts: createReportFailingParts(
      { ...foundation.operatorNotices, database: foundation.jobDatabase },
      parts,
    ),
  };
}
