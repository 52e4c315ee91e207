// A file of 100 MB written to the disk, synced, and read back, in alternating rounds with the floors. Also a range of a file over a
// persistent connection, as a player requests it when it seeks.
import http from 'node:http';
import { api } from '@remembrance/contract/api.ts';
import { downloadLink } from '@remembrance/server/files/upload/link-rules.ts';
import { createCaller } from '../../support/http-client.ts';
import { alternate, median, type Options, ratioOf, runPaired, type Side } from '../paired.ts';
import type { SeededOwner } from '../product.ts';
import { type Result, ratioText, round, type Shared, type SharedRow } from '../row.ts';

const mebibyte = 1024 * 1024;
const megabytesOf = ({ isTrial }: Options) => (isTrial ? 4 : 100);
const largeMegabytesOf = ({ isTrial }: Options) => (isTrial ? 8 : 500);

/** Sends this number of MiB, or receives a file. @returns the seconds until the complete response has arrived */
function exchange(url: string, method: 'PUT' | 'GET', megabytes = 0): Promise<number> {
  const length = { 'content-length': megabytes * mebibyte, 'content-type': 'application/octet-stream' };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const headers = method === 'PUT' ? length : {};
    const request = http.request(url, { method, agent: false, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        if ([200, 204].includes(response.statusCode ?? 0)) resolve((performance.now() - began) / 1000);
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
    write(megabytes);
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
  return { seconds: await exchange(url, 'PUT', megabytes), fileId };
}

/** Both sides warm up once, and then alternate. */
async function compare(rounds: number, floor: () => Promise<number>, product: () => Promise<number>) {
  const figures = await alternate({ floor, product }, { rounds, warmUp: 1 });
  return {
    floor: median(figures.map((one) => one.floor)),
    product: median(figures.map((one) => one.product)),
    ...ratioOf(figures.map((one) => one.floor / one.product)),
  };
}

function resultOf(measured: Awaited<ReturnType<typeof compare>>, goal: number, megabytes: number): Result {
  const rate = (seconds: number) => `${Math.round(megabytes / seconds)} MB/s`;
  return {
    floor: rate(measured.floor),
    product: rate(measured.product),
    value: ratioText(measured),
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
    const measured = await compare(
      options.rounds,
      () => exchange(`http://127.0.0.1:${shared.floors.barePort}/`, 'PUT', megabytes),
      async () => (await upload(shared, shared.owners[turn++] as SeededOwner, megabytes)).seconds,
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
    const writeFloor = (size: number) => exchange(`http://127.0.0.1:${floors.barePort}/`, 'PUT', size);
    await writeFloor(megabytes);
    // A file can be opened only in its own vault, so that vault is released and gets the link.
    const { vaultId, linkId } = owner;
    await product.database.query('update vault_files set is_pending = false where vault_id = $1', [vaultId]);
    await product.database.query(`update vaults set status = 'released', released_at = now() where id = $1`, [vaultId]);
    await product.database.query('update access_verifications set vault_id = $2 where id = $1', [linkId, vaultId]);
    const urlOf = (fileId: string) =>
      `http://127.0.0.1:${product.port}${downloadLink(product.keyring, fileId, owner.linkId, new Date())}`;
    const floorUrl = `http://127.0.0.1:${floors.barePort}/file`;
    const whole = await compare(
      options.rounds,
      () => exchange(floorUrl, 'GET'),
      () => exchange(urlOf(file.fileId), 'GET'),
    );
    await writeFloor(largeMegabytes);
    const from = (largeMegabytes / 2) * mebibyte;
    const headers = { range: `bytes=${from}-${from + 65_535}` };
    const sideOf = (asked: string): Side => {
      const { port, pathname, search } = new URL(asked);
      const request = () => ({ method: 'GET', path: pathname + search, headers });
      return { port: Number(port), request, status: 206, before: async () => {}, connections: 1 };
    };
    const part = await runPaired(sideOf(floorUrl), sideOf(urlOf(large.fileId)), options);
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
