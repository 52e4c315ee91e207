// A file of 100 MB to the disk, synced, and back, in alternating rounds with their floors; and a part of one, asked for as a player
// does that seeks: over a connection that is kept.
import http from 'node:http';
import { api } from '@remembrance/contract/api.ts';
import { downloadLink } from '@remembrance/server/vaults/files/upload/link-rules.ts';
import { createCaller } from '../../support/caller.ts';
import { median, runPaired, type Side } from '../paired.ts';
import type { SeededOwner } from '../product.ts';
import { type Options, type Result, round, type Shared, type SharedRow } from '../row.ts';

const mebibyte = 1024 * 1024;
const megabytesOf = ({ isTrial }: Options) => (isTrial ? 4 : 100);
const largeMegabytesOf = ({ isTrial }: Options) => (isTrial ? 8 : 500);

/** @returns seconds until the whole answer has arrived */
function exchange(
  url: string,
  method: 'PUT' | 'GET',
  { megabytes = 0 } = {},
): Promise<{ seconds: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const headers =
      method === 'PUT' ? { 'content-length': megabytes * mebibyte, 'content-type': 'application/octet-stream' } : {};
    const request = http.request(url, { method, agent: false, headers }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => (bytes += part.length));
      response.on('end', () => {
        const ok = [200, 204].includes(response.statusCode ?? 0);
        if (ok) resolve({ seconds: (performance.now() - began) / 1000, bytes });
        else reject(new Error(`${method} was answered ${response.statusCode}`));
      });
    });
    request.on('error', reject);
    const part = Buffer.alloc(mebibyte, 7);
    const write = (left: number): void => {
      if (left === 0) return void request.end();
      if (request.write(part)) write(left - 1);
      else request.once('drain', () => write(left - 1));
    };
    write(method === 'PUT' ? megabytes : 0);
  });
}

async function upload({ product }: Shared, { vaultId, cookie }: SeededOwner, megabytes: number) {
  const owner = createCaller(product.installation.url, { cookie });
  const body = {
    fileName: 'large.bin',
    fileType: 'document',
    mimeType: 'application/octet-stream',
    isPending: true,
  } as const;
  const { uploadUrl, fileId } = await owner.ask(api.requestUpload, { params: { id: vaultId }, body });
  const url = uploadUrl.replace('localhost', '127.0.0.1');
  return { ...(await exchange(url, 'PUT', { megabytes })), fileId };
}

async function alternate(rounds: number, floor: () => Promise<number>, product: () => Promise<number>) {
  const figures: { floor: number; product: number }[] = [];
  for (let turn = -1; turn < rounds; turn += 1) {
    const first = turn % 2 === 0 ? await floor() : 0;
    const second = await product();
    const measured = { floor: first || (await floor()), product: second };
    if (turn >= 0) figures.push(measured);
  }
  const ratios = figures.map((one) => one.floor / one.product).toSorted((a, b) => a - b);
  return {
    floor: median(figures.map((one) => one.floor)),
    product: median(figures.map((one) => one.product)),
    ratio: median(ratios),
    range: `${round(ratios[0] ?? 0)}–${round(ratios.at(-1) ?? 0)}`,
  };
}

const secondsOf = async (made: Promise<{ seconds: number }>) => (await made).seconds;
type Alternated = Awaited<ReturnType<typeof alternate>>;

function resultOf(measured: Alternated, goal: number, megabytes: number): Result {
  const rate = (seconds: number) => `${Math.round(megabytes / seconds)} MB/s`;
  return {
    floor: rate(measured.floor),
    product: rate(measured.product),
    value: `${round(measured.ratio)} [${measured.range}]`,
    isMet: measured.ratio >= goal,
    figures: measured,
  };
}

export const uploadRow: SharedRow = {
  name: 'upload',
  what: 'upload of 100 MB, encrypted and synced',
  goal: '≥ 0.85',
  async run(shared, options) {
    const megabytes = megabytesOf(options);
    let turn = 0;
    const measured = await alternate(
      options.rounds,
      () => secondsOf(exchange(`http://127.0.0.1:${shared.floors.barePort}/`, 'PUT', { megabytes })),
      () => secondsOf(upload(shared, shared.owners[turn++] as SeededOwner, megabytes)),
    );
    return resultOf(measured, 0.85, megabytes);
  },
};

export const downloadRow: SharedRow = {
  name: 'download',
  what: 'download of 100 MB; 64 KiB in the middle of 500 MB',
  goal: '≥ 0.9; ≤ 1 ms more',
  async run(shared, options) {
    const { product, floors, owners } = shared;
    const megabytes = megabytesOf(options);
    const owner = owners.at(-1) as SeededOwner;
    const largeMegabytes = largeMegabytesOf(options);
    const file = await upload(shared, owner, megabytes);
    const large = await upload(shared, owner, largeMegabytes);
    const writeFloor = (size: number) => exchange(`http://127.0.0.1:${floors.barePort}/`, 'PUT', { megabytes: size });
    await writeFloor(megabytes);
    // A file opens in its own vault alone, so that vault is released, and the link is made its.
    const { vaultId, linkId } = owner;
    await product.database.query('update vault_files set is_pending = false where vault_id = $1', [vaultId]);
    await product.database.query(`update vaults set status = 'released', released_at = now() where id = $1`, [vaultId]);
    await product.database.query('update access_verifications set vault_id = $2 where id = $1', [linkId, vaultId]);
    const urlOf = (fileId: string) =>
      `http://127.0.0.1:${product.port}${downloadLink(product.keyring, fileId, owner.linkId, new Date())}`;
    const floorUrl = `http://127.0.0.1:${floors.barePort}/file`;
    const whole = await alternate(
      options.rounds,
      () => secondsOf(exchange(floorUrl, 'GET')),
      () => secondsOf(exchange(urlOf(file.fileId), 'GET')),
    );
    await writeFloor(largeMegabytes);
    const from = (largeMegabytes / 2) * mebibyte;
    const headers = { range: `bytes=${from}-${from + 65_535}` };
    const sideOf = (pid: number, asked: string): Side => {
      const { port, pathname, search } = new URL(asked);
      const request = () => ({ method: 'GET', path: pathname + search, headers });
      return { port: Number(port), pid, request, status: 206, before: async () => {}, connections: 1 };
    };
    const part = await runPaired(sideOf(floors.pid, floorUrl), sideOf(product.server.pid, urlOf(large.fileId)), {
      ...options,
      dataDirectory: product.installation.dataDirectory,
    });
    const more = part.product.p50 - part.floor.p50;
    const result = resultOf(whole, 0.9, megabytes);
    return {
      ...result,
      value: `${result.value}; ${round(more)} ms more`,
      isMet: result.isMet && more <= 1,
      figures: { whole, part },
    };
  },
};
