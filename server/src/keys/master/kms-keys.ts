// Master keys in AWS KMS. The vault is the encryption context of each call, so that KMS opens a data key only for its own vault and
// logs the vault. Credentials are found as AWS tools do: a role of the machine, a profile, or AWS_ACCESS_KEY_ID.
import { DecryptCommand, EncryptCommand, KMSClient, KMSServiceException } from '@aws-sdk/client-kms';
import { codeOf } from '../../platform/lib/causes.ts';
import { KeyServiceUnavailable, KeyUnavailable, kmsPrefix, type MasterKeys } from './master-keys.ts';
import { createServiceKeys } from './service-keys.ts';

export interface KmsSettings {
  /** The ARNs of the keys. The first one wraps. */
  keys: readonly string[];
  endpoint?: string | undefined;
  /** Only for tests. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  answerMilliseconds?: number;
}

const connectMilliseconds = 2000;
/** Both calls can be retried: they change nothing. */
const maxAttempts = 2;
/** KMS errors that mean a lost key or text. Any other error, such as a disabled key, may be temporary. */
const lost = ['InvalidCiphertextException', 'IncorrectKeyException', 'NotFoundException'];

export function createKmsKeys({ keys, endpoint, credentials, answerMilliseconds = 4000 }: KmsSettings): MasterKeys {
  const clients = new Map<string, KMSClient>();
  const open = (region: string): KMSClient =>
    new KMSClient({
      region,
      maxAttempts,
      ...(endpoint && { endpoint }),
      ...(credentials && { credentials }),
      requestHandler: {
        connectionTimeout: connectMilliseconds,
        requestTimeout: answerMilliseconds,
        throwOnRequestTimeout: true,
      },
    });
  const clientOf = (arn: string): KMSClient => {
    const region = arn.split(':')[3] ?? '';
    const client = clients.get(region) ?? open(region);
    clients.set(region, client);
    return client;
  };
  return createServiceKeys({
    prefix: kmsPrefix,
    keys,
    async encrypt(KeyId, Plaintext, vault) {
      const command = new EncryptCommand({ KeyId, Plaintext, EncryptionContext: { vault } });
      const { CiphertextBlob } = await clientOf(KeyId).send(command).catch(asUnavailable);
      return Buffer.from(CiphertextBlob ?? incomplete()).toString('base64url');
    },
    async decrypt(KeyId, text, vault) {
      const CiphertextBlob = Buffer.from(text, 'base64url');
      const command = new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext: { vault } });
      const { Plaintext } = await clientOf(KeyId).send(command).catch(asLostOrUnavailable);
      return Buffer.from(Plaintext ?? incomplete());
    },
  });
}

function asLostOrUnavailable(cause: unknown): never {
  if (cause instanceof KMSServiceException && lost.includes(cause.name))
    throw new KeyUnavailable(`AWS KMS does not open it: ${cause.name}`, { cause });
  return asUnavailable(cause);
}

function asUnavailable(cause: unknown): never {
  throw new KeyServiceUnavailable(`AWS KMS cannot be used now: ${codeOf(cause)}`, { cause });
}

function incomplete(): never {
  throw new KeyServiceUnavailable('AWS KMS sent an answer without its result');
}
