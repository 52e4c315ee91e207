// What a proxy does with requests, as far as it can be seen from this machine: whether it leads here, passes files of 500 MB, and passes
// the address of a client. It says what to do about the rest.
import http from 'node:http';
import https from 'node:https';
import { putUpload } from '@remembrance/contract/files.ts';
import { getService } from '@remembrance/contract/service.ts';
import { newSalt } from '../../platform/lib/ids.ts';
import { isLoopback } from '../../platform/lib/loopback.ts';
import type { Config } from '../../settings/config.ts';
import { ownAddress } from '../../start/own-address.ts';
import { type Finding, look, ok, wrong } from './finding.ts';

const milliseconds = 10_000;
const largestBytes = 600 * 1024 ** 2;

export async function examineProxy(config: Config): Promise<Finding[]> {
  if (isLoopback(new URL(config.publicUrl).hostname)) return [ok('proxy', 'none: PUBLIC_URL names this machine')];
  return examineProxyAt(config);
}

export async function examineProxyAt(config: Config): Promise<Finding[]> {
  const { publicUrl } = config;
  const reached = await reach(publicUrl);
  if (reached.state === 'WRONG') return [reached];
  return [reached, await examineSize(publicUrl), await examineAddress(config), searchTheLog(publicUrl)];
}

async function reach(publicUrl: string): Promise<Finding> {
  try {
    const { status, body } = await ask(publicUrl, { path: getService.path });
    const here = JSON.parse(body) as { publicUrl?: unknown };
    if (here.publicUrl === publicUrl) return ok('proxy', `${publicUrl} leads to this service`);
    return wrong('proxy', `${publicUrl} leads to something else (status ${status}); point its name and the proxy here`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = error instanceof SyntaxError ? 'another answer than the service’s' : code || message;
    return wrong(
      'proxy',
      `${publicUrl} cannot be used from here (${why}); look at the proxy, its certificate and the name`,
    );
  }
}

/** Announces a large body and sends none of it: a proxy with a smaller limit refuses at once. */
async function examineSize(publicUrl: string): Promise<Finding> {
  const { method, path } = putUpload;
  const headers = { 'content-length': largestBytes, expect: '100-continue' };
  const { status, headers: said } = await ask(publicUrl, { method, path: path.replace(/:\w+/, 'doctor'), headers });
  const isOurs = String(said['content-type']).includes('problem+json');
  if (status !== 413 || isOurs) return ok('proxy', 'it passes bodies of 600 MB');
  return wrong('proxy', 'it refuses a body of 600 MB; raise its limit (client_max_body_size 600m in nginx)');
}

/** If requests through the proxy count with those of this machine's loopback, the service takes the proxy for the client. */
async function examineAddress(config: Config): Promise<Finding> {
  const byHand = `open ${config.publicUrl} on a phone, and then run npm run admin -- audit --network <its IP address> after a wrong sign-in: it must be found`;
  const own = ownAddress(config, '');
  const throughProxy = 3;
  try {
    const first = await readLeft(own);
    let from = '';
    for (let n = 0; n < throughProxy; n += 1) from = (await ask(config.publicUrl, { path: getService.path })).from;
    const used = first - (await readLeft(own));
    if (isLoopback(from.replace(/^::ffff:/, '')))
      return look('proxy', `whether it passes a client’s address: ${byHand}`);
    if (used <= throughProxy) return ok('proxy', 'it passes a client’s address');
    return wrong(
      'proxy',
      'the service takes the proxy for the client, so everybody shares one limit; set X-Forwarded-For in the proxy, and TRUSTED_PROXIES to its address',
    );
  } catch {
    return look('proxy', `whether it passes a client’s address: ${byHand}`);
  }
}

/** How many calls the limit of this machine's loopback still allows. */
async function readLeft(address: string): Promise<number> {
  const { headers } = await ask(address, { path: getService.path });
  const left = /;r=(\d+)/.exec(String(headers.ratelimit))?.[1];
  if (left === undefined) throw new Error('the reply has no limit');
  return Number(left);
}

function searchTheLog(publicUrl: string): Finding {
  const mark = `doctor-${newSalt(6).toString('hex')}`;
  void ask(publicUrl, { path: `/access?token=${mark}` }).catch(() => undefined);
  return look('proxy', `search every log of the proxy for ${mark}: it must not be there, because links contain tokens`);
}

interface Question {
  path: string;
  method?: string;
  headers?: http.OutgoingHttpHeaders;
}

interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
  /** The address of this machine on the connection. */
  from: string;
}

/** Asks without a body. A server that would accept the announced one counts as status 100. */
function ask(address: string, { path, method = 'GET', headers = {} }: Question): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const { request } = address.startsWith('https:') ? https : http;
  const asked = request(address + path, { method, headers, agent: false, timeout: milliseconds });
  const answer = (reply: Partial<Reply>) => {
    resolve({ status: 100, headers: {}, body: '', from: asked.socket?.localAddress ?? '', ...reply });
    asked.destroy();
  };
  asked.on('continue', () => answer({}));
  asked.on('timeout', () => asked.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
  asked.on('error', reject);
  asked.on('response', (response) => {
    const { statusCode: status = 0, headers: got } = response;
    if (method !== 'GET') return answer({ status, headers: got });
    let body = '';
    response.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    response.on('end', () => answer({ status, headers: got, body }));
  });
  if (method === 'GET') asked.end();
  else asked.flushHeaders();
  return promise;
}
