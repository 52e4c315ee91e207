// A component whose module loads when it is first shown, or earlier.
import { type ComponentType, createElement, type JSX, lazy, useState } from 'react';

export type LazyComponent<Props extends object> = ((props: Props) => JSX.Element) & { load(): Promise<void> };

interface Part<Props extends object> {
  later: ComponentType<Props>;
  loaded?: ComponentType<Props>;
}

/**
 * Like React's `lazy`, but a component loaded earlier is shown immediately; `lazy` would show the fallback first, and React keeps a
 * fallback for 300 ms.
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
  // Keeps its first value, because another component would lose the state.
  const [component] = useState(() => part.loaded ?? part.later);
  return createElement(component, props);
}
