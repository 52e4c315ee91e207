// Every call of the service, by its operation name (calls.ts). The server answers no other.
import * as calls from './calls.ts';
import type { Endpoint } from './endpoint.ts';

export const api = Object.freeze({ ...calls }) satisfies Record<string, Endpoint>;
