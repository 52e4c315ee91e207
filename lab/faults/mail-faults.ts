// Makes the mail server fail in each of its ways.
import { setTimeout as delay } from 'node:timers/promises';
import { mailFailures } from '../support/mail-server.ts';
import { type Fault, moment } from './fault.ts';

export const mailFaults: Fault[] = mailFailures.map((failure) => ({
  name: `mail server: ${failure}`,
  weight: 1,
  async inject(testbed, random) {
    await testbed.mail?.fail(failure);
    await delay(moment(random) + 700);
    await testbed.mail?.recover();
  },
}));
