// A component whose module is loaded when it is first shown, or before.
import { type ComponentType, createElement, type JSX, lazy, useState } from 'react';

export type LazyComponent<Props extends object> = ((props: Props) => JSX.Element) & { load(): Promise<void> };

interface Part<Props extends object> {
  later: ComponentType<Props>;
  loaded?: ComponentType<Props>;
}

/**
 * As React's `lazy`. What was loaded before is shown at once; `lazy` would show the fallback first, and React leaves a fallback for
 * 300 ms.
 */
export function lazyComponent<Props extends object>(
  loadModule: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  const part: Part<Props> = { later: lazy(loadModule) };
  return Object.assign((props: Props) => createElement(Shown<Props>, { part, props }), {
    async load() {
      part.loaded = (await loadModule()).default;
    },
  });
}

function Shown<Props extends object>({ part, props }: { part: Part<Props>; props: Props }) {
  // It stays what it was first, because another component would begin from nothing.
  const [component] = useState(() => part.loaded ?? part.later);
  return createElement(component, props);
}
