// What only the browser knows, such as its cookies or its address. While a prerendered page is being taken over the value
// is the one the page was rendered with; the true one comes right after, and React finds the page it expects.
import { useSyncExternalStore } from 'react';

export const useBrowserValue = <Value, Before>(read: () => Value, before: Before): Value | Before =>
  useSyncExternalStore<Value | Before>(neverChanges, read, () => before);

const neverChanges = () => () => {};
