// The refusals of requests and of the service itself.
import type { RefusalEntry } from './refusal-entry.ts';

export const requestRefusals = {
  'invalid-input': { status: 400, title: 'Invalid input', detail: 'Please check the marked fields.' },
  'invalid-json': { status: 400, title: 'Invalid JSON', detail: 'The request body is not valid JSON.' },
  'bad-request': { status: 400, title: 'Bad request', detail: 'The request could not be understood.' },
  'prefetch-refused': {
    status: 403,
    title: 'Still signed in',
    detail: 'Your browser sent this request ahead of time, so you are still signed in.',
  },
  'origin-refused': { status: 403, title: 'Origin refused', detail: 'This request came from another site.' },
  'not-found': { status: 404, title: 'Not found', detail: 'There is nothing at this address.' },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not accept that method.',
  },
  'another-account': {
    status: 409,
    title: 'Somebody else is signed in',
    detail:
      'Somebody else is signed in here now. Your text is kept. Log in again in another tab, then press the button here once more.',
  },
  'request-too-slow': {
    status: 408,
    title: 'Too slow',
    detail: 'The request did not arrive in time. Please try again, with a better connection if you can.',
  },
  'length-required': { status: 411, title: 'Length required', detail: 'The upload must declare its length.' },
  'too-large': { status: 413, title: 'Too large', detail: 'This is larger than we can accept.' },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    detail: 'This kind of content is not accepted here.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Headers too large',
    detail:
      'The headers of the request are larger than we can accept. In a browser, deleting the cookies of this site helps.',
  },
  'host-refused': {
    status: 421,
    title: 'Not this address',
    detail: 'This installation can be opened only on the machine it runs on. Please open it there, at localhost.',
  },
  'range-refused': { status: 416, title: 'Range not satisfiable', detail: 'The file does not have that part.' },
  'repeated-differently': {
    status: 422,
    title: 'Already created',
    detail:
      'We received your last try. It created a vault from what you had entered then. You can find it on your home page. Press the button again to create this vault as well.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many tries',
    detail: 'There were too many tries. Please wait a moment and try again.',
  },
  busy: {
    status: 503,
    title: 'One moment',
    detail: 'Many people are using the service right now. Nothing is lost. Please try again in a few seconds.',
  },
  'database-unavailable': {
    status: 503,
    title: 'One moment, please',
    detail: 'We could not finish this. Please try again in a moment.',
  },
  'keys-unavailable': {
    status: 503,
    title: 'One moment, please',
    detail: 'Vaults cannot be opened at the moment. Nothing is lost. Please try again in a few minutes.',
  },
  'on-hold': {
    status: 503,
    title: 'Paused for a check',
    detail:
      'The service was restored from a backup, and a person is checking it before it releases, sends or changes anything. Nothing is lost. Please try again later.',
  },
  'not-ready': { status: 503, title: 'Not ready', detail: 'A part of the service does not work at the moment.' },
} as const satisfies Record<string, RefusalEntry>;
