// The choices of one race: the same seed gives the same choices. What then happens at once is left to the machine.
export interface Choices {
  happens(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** An integer; both ends are included. */
  between(min: number, max: number): number;
}

export function choicesOf(seed: number): Choices {
  let state = seed;
  // Park and Miller's generator. The first values of neighboring seeds are alike, so we skip them.
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  state = (((seed % 2_147_483_646) + 2_147_483_646) % 2_147_483_646) + 1;
  for (let step = 0; step < 8; step += 1) next();
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    happens: (probability) => next() < probability,
    between,
    pick: (from) => from[between(0, from.length - 1)] as (typeof from)[number],
  };
}
