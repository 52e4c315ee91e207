// For tests: a stand-in for AWS KMS that accepts its library's requests and answers in its format: CreateKey, Encrypt and Decrypt. It
// checks the signer and the scope, but not the signature.
import { randomUUID } from 'node:crypto';
import { CreateKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { createKept, type KeyServiceServer, openKeyServiceServer, type Reply, type Request } from './key-service.ts';

export const kmsCredentials = { accessKeyId: 'a-test', secretAccessKey: 'the secret of a test' };

export const kmsError = (name: string): Reply => ({ status: 400, body: { __type: name, message: `a ${name}` } });

export function openKmsServer(): Promise<KeyServiceServer> {
  const keys = new Set<string>();
  const kept = createKept();
  return openKeyServiceServer('application/x-amz-json-1.1', ({ url, headers, body }: Request): Reply => {
    const signer = /^AWS4-HMAC-SHA256 Credential=a-test\/\d{8}\/([\w-]+)\/kms\/aws4_request, /;
    const [, region] = signer.exec(headers.authorization ?? '') ?? [];
    if (url !== '/' || !region || headers['content-type'] !== 'application/x-amz-json-1.1')
      return kmsError('IncompleteSignatureException');
    const { KeyId, Plaintext, CiphertextBlob, EncryptionContext } = body;
    if (headers['x-amz-target'] === 'TrentService.CreateKey') {
      const Arn = `arn:aws:kms:${region}:123456789012:key/${randomUUID()}`;
      keys.add(Arn);
      return { status: 200, body: { KeyMetadata: { Arn, KeyId: Arn.slice(-36) } } };
    }
    if (typeof KeyId !== 'string' || KeyId.split(':')[3] !== region || !keys.has(KeyId))
      return kmsError('NotFoundException');
    const context = JSON.stringify(EncryptionContext);
    if (headers['x-amz-target'] === 'TrentService.Encrypt') {
      const text = kept.keep({ key: KeyId, context, plaintext: String(Plaintext) });
      return { status: 200, body: { CiphertextBlob: text, KeyId, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' } };
    }
    if (headers['x-amz-target'] !== 'TrentService.Decrypt') return kmsError('UnknownOperationException');
    const found = kept.find(String(CiphertextBlob), context);
    if (!found) return kmsError('InvalidCiphertextException');
    if (found.key !== KeyId) return kmsError('IncorrectKeyException');
    return { status: 200, body: { Plaintext: found.plaintext, KeyId, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' } };
  });
}

/** @returns the ARN of a new key, here or at another KMS-compatible server */
export async function createKmsKey(endpoint: string, region = 'eu-central-1'): Promise<string> {
  const client = new KMSClient({ endpoint, region, credentials: kmsCredentials });
  const { KeyMetadata } = await client.send(new CreateKeyCommand({}));
  client.destroy();
  return KeyMetadata?.Arn ?? '';
}
