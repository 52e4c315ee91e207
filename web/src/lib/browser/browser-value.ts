// A value that only the browser has, such as a cookie or the address. During hydration it returns the value the page was prerendered
// with, so that React finds matching markup; the real value follows immediately afterwards.
import { useSyncExternalStore } from 'react';

export const useBrowserValue = <Value, Before>(read: () => Value, before: Before): Value | Before =>
  useSyncExternalStore<Value | Before>(subscribeToNothing, read, () => before);

const subscribeToNothing = () => () => {};
