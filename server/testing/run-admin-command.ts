// For tests: an operator's command, as `npm run admin` runs it with --yes.
import type { CommandInput } from '../src/commands/admin-commands.ts';
import type { AdminServices } from '../src/commands/admin-records.ts';
import { prepareCommand } from '../src/commands/prepare-command.ts';

export const runCommand = async (services: AdminServices, name: string, input: CommandInput): Promise<string> =>
  prepareCommand(name, { isSure: true, ...input })(services);
