// The hold after a restore, or after the database went back under the service.
import type { RestoreHold } from '../../records/journal/restore-hold.ts';
import { describeExchange } from '../restore/report-exchange.ts';
import type { HealthPart } from './read-health.ts';

interface Needs {
  restoreHold: Pick<RestoreHold, 'isOn' | 'difference'>;
}

export const holdPart = ({ restoreHold }: Needs): HealthPart => ({
  name: 'on-hold',
  letterAfterMinutes: null,
  async findProblem() {
    if (!(await restoreHold.isOn())) return null;
    const difference = restoreHold.difference();
    if (difference) return describeExchange(difference);
    return 'The database was restored. Nothing is released or mailed until an operator ends the hold: npm run admin -- lift-hold --reason "<why>".';
  },
});
