// For tests: an operator's command, as `npm run admin` runs it with --yes.

import type { AdminServices } from '../src/commands/admin/admin-records.ts';
import type { CommandInput } from '../src/commands/admin/command-words.ts';
import { prepareCommand } from '../src/commands/admin/prepare-command.ts';

export const runCommand = async (services: AdminServices, name: string, input: CommandInput): Promise<string> =>
  prepareCommand(name, { isSure: true, ...input })(services);
