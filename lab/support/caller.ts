// Calls the service over a new network connection for each request.
import { type Caller as CallerOver, createCallerOver } from '@remembrance/contract/testing/caller.ts';
import { type Answer, send } from './http-client.ts';

/** Its calls fail with {NotAnswered} if no complete response arrives. */
export type Caller = CallerOver<Answer>;

/** @param more headers that are sent with every request. */
export const createCaller = (url: string, more: Record<string, string> = {}): Caller =>
  createCallerOver(send, url, more);
