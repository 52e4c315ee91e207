// `npm run verify`: compares the journal with the acts and the checkpoints, opens every sealed text, reads every stored file back, and
// prints what is missing, changed, unreadable or orphaned. Findings exit with 1 and are mailed to the operator. The service may run.
import { printAnswer, readCommandLine } from './run/command-line.ts';
import { runWithServices } from './run/run-command.ts';

const usage = `npm run verify             reads the journal, opens every text, reads every file, and reports what is wrong
npm run verify -- --json   prints the same as JSON`;

await runWithServices(() => {
  const { json } = readCommandLine({ usage, options: { json: { type: 'boolean' } } }).values;
  return async (services, report) => {
    const { verifyEverything } = await import('./verify/verify-everything.ts');
    return printAnswer(await verifyEverything(services, report), json);
  };
});
