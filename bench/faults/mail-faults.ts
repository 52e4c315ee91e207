// Makes the mail server fail in each of its ways.
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
