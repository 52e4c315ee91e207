// Runs each planted fault against the driver that must find it. A driver that misses one proves nothing.
import { plantedFaults } from './planted-faults.ts';

/**
 * @param run runs the driver on a server with that fault, and returns the reported violations
 * @returns whether each fault was found
 */
export async function runControls(
  command: 'faults' | 'attacks',
  run: (kind: string, planted: string) => Promise<string[]>,
): Promise<boolean> {
  let areFound = true;
  for (const { name, caughtBy, sign } of plantedFaults) {
    const [driver, kind = ''] = caughtBy.split(' -- ');
    if (driver !== command) continue;
    const began = performance.now();
    const shown = (await run(kind, name)).find((words) => sign.test(words));
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`${shown ? 'found    ' : 'NOT FOUND'} ${name} by ${kind}, ${seconds} s: ${shown ?? ''}`);
    areFound &&= shown !== undefined;
  }
  return areFound;
}
