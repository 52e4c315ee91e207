// Has V8 make every object among the young ones, which are collected often and cheaply. Where a place in the code has made objects that
// lived for long, such as rows that a start reads, V8 would make all later ones of that place among the old: each request would leave
// some that keep young ones alive, and every collection would take twice as long.
import v8 from 'node:v8';

/** To be called before there is much code that runs often. */
export function allocateYoung(): void {
  v8.setFlagsFromString('--no-allocation-site-pretenuring');
}
