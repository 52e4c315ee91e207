// The mail server behaves badly, in each of the ways mail servers do.
import { setTimeout as delay } from 'node:timers/promises';
import { mailTroubles } from '../support/mail-server.ts';
import { type Fault, moment } from './fault.ts';

export const mailFaults: Fault[] = mailTroubles.map((trouble) => ({
  name: `mail server: ${trouble}`,
  weight: 1,
  async strike(world, chance) {
    await world.mail?.trouble(trouble);
    await delay(moment(chance) + 700);
    await world.mail?.recover();
  },
}));
