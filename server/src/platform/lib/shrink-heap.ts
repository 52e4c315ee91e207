// Returns the memory that only the start needed. V8 keeps some 60 MB of room for young objects that the imports have made it take,
// until it is short of memory; this asks for it once.
import v8 from 'node:v8';
import vm from 'node:vm';

/** Stops everything for about 50 ms. */
export function shrinkHeap(): void {
  v8.setFlagsFromString('--expose-gc'); // a new context has it then, whatever flags the process was started with
  const collect: NodeJS.GCFunction = vm.runInNewContext('gc');
  // V8 forgets a shape that no object has, and would make every later tick without it: a twentieth of what a request costs.
  process.nextTick(() => {});
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
