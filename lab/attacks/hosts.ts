// Foreign host names: no response, letter or link may use a Host header chosen by an attacker, and the developer tools must be
// reachable only from this machine.
import { connect } from 'node:net';
import os from 'node:os';
import { api } from '@remembrance/contract/api.ts';
import { createCaller } from '../support/caller.ts';
import { send } from '../support/http-client.ts';
import { type Attack, newOwner, type Target } from './target.ts';

type Breach = (words: string) => void;
const foreign = 'evil.example';
const paths = ['/', '/api/health', '/api/service', '/api/dev/letters', '/dev/mail', '/dev/payments', '/api/login'];

/** Sends raw lines and returns the whole response. */
function sendLines(url: string, lines: string[]): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), 'localhost', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    let answer = '';
    socket.setTimeout(5000, () => socket.destroy());
    socket.on('data', (part) => {
      answer += part.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

async function askByForeignNames({ url }: Target, breach: Breach): Promise<number> {
  const ours = new URL(url).host;
  const close = 'Connection: close';
  const asked = paths.flatMap((path) => [
    { how: 'a foreign Host', lines: [`GET ${path} HTTP/1.1`, `Host: ${foreign}`, close] },
    { how: 'a Host that ends like ours', lines: [`GET ${path} HTTP/1.1`, `Host: localhost.${foreign}`, close] },
    { how: 'two Hosts', lines: [`GET ${path} HTTP/1.1`, `Host: ${ours}`, `Host: ${foreign}`, close] },
    { how: 'two Hosts', lines: [`GET ${path} HTTP/1.1`, `Host: ${foreign}`, `Host: ${ours}`, close] },
    { how: 'a foreign whole target', lines: [`GET http://${foreign}${path} HTTP/1.1`, `Host: ${foreign}`, close] },
  ]);
  for (const { how, lines } of asked) {
    const status = statusOf(await sendLines(url, lines));
    if (status < 400 || status >= 500) breach(`${lines[0]} with ${how} was answered ${status}`);
  }
  return asked.length;
}

const forwarded = {
  'x-forwarded-host': foreign,
  forwarded: `host=${foreign};proto=https`,
  'x-forwarded-server': foreign,
  'x-original-host': foreign,
  'x-forwarded-proto': 'https',
};

async function askBehindForwardedNames(target: Target, breach: Breach): Promise<number> {
  const { email } = await newOwner(target);
  const misled = createCaller(target.url, forwarded);
  await misled.call(api.requestPasswordReset, { body: { email } });
  for (const path of paths) {
    const { headers, body } = await send({ method: 'GET', url: target.url + path, headers: forwarded });
    const answer = `${JSON.stringify(headers)} ${body}`;
    if (answer.includes(foreign)) breach(`${path} repeats the name of X-Forwarded-Host`);
  }
  for (const { subject, text } of await target.mailbox.lettersTo(email))
    if (text.includes(foreign)) breach(`the letter "${subject}" leads to the name of X-Forwarded-Host`);
  return paths.length + 1;
}

async function askForToolsThroughAProxy({ url }: Target, breach: Breach): Promise<number> {
  const tools = paths.filter((path) => path.includes('dev'));
  const signs = [{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }, { via: '1.1 proxy' }];
  for (const path of tools)
    for (const headers of signs) {
      const { status } = await send({ method: 'GET', url: url + path, headers: headers as Record<string, string> });
      if (status < 400) breach(`${path} was answered ${status} through a proxy (${Object.keys(headers)})`);
    }
  return tools.length * signs.length;
}

async function askFromOutside({ url, log }: Target, breach: Breach): Promise<number> {
  const outside = Object.values(os.networkInterfaces()).flatMap((addresses = []) => addresses);
  const address = outside.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  if (!address) {
    log('  skipped: this machine has no address but its own loopback');
    return 0;
  }
  const { port } = new URL(url);
  for (const path of paths) {
    const target = { method: 'GET', url: `http://${address}:${port}${path}`, headers: { host: `localhost:${port}` } };
    const answer = await send(target).catch(() => null);
    if (answer && answer.status < 400) breach(`${path} was answered ${answer.status} to another machine`);
  }
  return paths.length;
}

export const hosts: Attack = {
  async run(target, breach) {
    let tries = 0;
    for (const attack of [askByForeignNames, askBehindForwardedNames, askForToolsThroughAProxy, askFromOutside])
      tries += await attack(target, breach);
    return tries;
  },
};
