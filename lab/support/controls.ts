// Runs a program against each fault planted for it. A run that misses its fault proves nothing.
import { plantedFaults } from './planted-faults.ts';

/** @param run its violations with this fault in the server. @returns whether every fault was found */
export async function runControls(
  program: 'attacks' | 'faults',
  run: (kind: string, planted: string) => Promise<string[]>,
): Promise<boolean> {
  let areFound = true;
  for (const { name, caughtBy, sign } of plantedFaults) {
    const [command, kind = ''] = caughtBy.split(' -- ');
    if (command !== program) continue;
    const began = performance.now();
    const shown = (await run(kind, name)).find((words) => sign.test(words));
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`${shown ? 'found    ' : 'NOT FOUND'} ${name} by ${kind}, ${seconds} s: ${shown ?? ''}`);
    areFound &&= shown !== undefined;
  }
  return areFound;
}
