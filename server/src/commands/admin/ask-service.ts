// What the running service reports of its parts. Only it knows which of its jobs fail, and since when.
import { type FailingPart, failingPart } from '@remembrance/contract/problem.ts';
import { readiness } from '@remembrance/contract/service.ts';
import * as z from 'zod/mini';
import type { Services } from '../../services.ts';
import { ownAddress } from '../../start/own-address.ts';

const answer = z.object({ failing: z.optional(z.array(failingPart)), degraded: z.optional(z.array(failingPart)) });
const waitMilliseconds = 10_000;

export type AskService = (config: Pick<Services['config'], 'host' | 'port'>) => Promise<FailingPart[] | null>;

/** Null if no service answers. */
export const askService: AskService = async (config) => {
  try {
    const response = await fetch(ownAddress(config, readiness.path), { signal: AbortSignal.timeout(waitMilliseconds) });
    const { failing = [], degraded = [] } = answer.parse(await response.json());
    return [...failing, ...degraded];
  } catch {
    return null;
  }
};
