// For tests: a stand-in for the transit engine of HashiCorp Vault and OpenBao, with their documented formats: encrypt, decrypt and
// rotate, versions, tokens, and their errors.
import { createKept, type KeyServiceServer, openKeyServiceServer, type Reply, type Request } from './key-service.ts';

export interface TransitServer extends KeyServiceServer {
  url: string;
  token: string;
  /** Rotates a key as an operator would. */
  rotate(key: string): void;
  /** Older versions can no longer decrypt. */
  setMinDecryptionVersion(key: string, version: number): void;
  removeKey(key: string): void;
}

const failed = (status: number, ...errors: string[]): Reply => ({ status, body: { errors } });
export const sealed = failed(503, 'Vault is sealed');

export async function openTransitServer(names: string[]): Promise<TransitServer> {
  const token = 'hvs.a-token-of-a-test';
  const keys = new Map(names.map((name) => [name, { latest: 1, min: 1 }]));
  const kept = createKept();
  const answer = ({ url, headers, body }: Request): Reply => {
    const [, action = '', name = ''] = /^\/v1\/transit\/(\w+)\/([\w.-]+)$/.exec(url) ?? [];
    if (headers['x-vault-token'] !== token)
      return failed(403, '2 errors occurred:\n\t* permission denied\n\t* invalid token');
    if (action !== 'encrypt' && action !== 'decrypt')
      return failed(404, 'no handler for route. route entry not found.');
    if (headers['content-type'] !== 'application/json') return failed(400, 'failed to parse JSON input');
    const key = keys.get(name);
    if (!key) return failed(400, 'encryption key not found');
    const { plaintext, ciphertext, associated_data: context } = body;
    if (typeof context !== 'string' || !isBase64(context)) return failed(400, 'associated_data is not base64');
    if (action === 'encrypt') {
      if (typeof plaintext !== 'string' || !isBase64(plaintext))
        return failed(400, 'failed to base64-decode plaintext');
      const text = kept.keep({ key: `${name}:v${key.latest}`, context, plaintext });
      const data = { ciphertext: `vault:v${key.latest}:${text}`, key_version: key.latest };
      return { status: 200, body: { request_id: 'r', data, warnings: null } };
    }
    const [, version = '', text = ''] = /^vault:v(\d+):(.+)$/.exec(String(ciphertext)) ?? [];
    if (!version) return failed(400, 'invalid ciphertext: no prefix');
    if (Number(version) > key.latest) return failed(400, 'invalid ciphertext: version is too new');
    if (Number(version) < key.min)
      return failed(400, 'ciphertext or signature version is disallowed by policy (too old)');
    const found = kept.find(text, context);
    if (found?.key !== `${name}:v${version}`) return failed(400, 'cipher: message authentication failed');
    return { status: 200, body: { request_id: 'r', data: { plaintext: found.plaintext }, warnings: null } };
  };
  const server = await openKeyServiceServer('application/json', answer);
  const keyOf = (name: string) => keys.get(name) ?? { latest: 0, min: 0 };
  return Object.assign(server, {
    url: `${server.address}/v1/transit`,
    token,
    rotate: (name: string) => void keys.set(name, { ...keyOf(name), latest: keyOf(name).latest + 1 }),
    setMinDecryptionVersion: (name: string, min: number) => void keys.set(name, { ...keyOf(name), min }),
    removeKey: (name: string) => void keys.delete(name),
  });
}

const isBase64 = (text: string): boolean => Buffer.from(text, 'base64').toString('base64') === text;
