// Sends everything that was left for a recipient as one ZIP, by a signed link.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attachmentHeader } from '../files/download-rules.ts';
import { isId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { isCopyLinkValid } from './copy-link.ts';
import { type CopyNeeds, writeCopy } from './write-copy.ts';

interface CopyRequest {
  link: { access: string; expires: string; signature: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

/** @throws {Refusal} link-signature-refused, file-not-found */
export async function serveCopy(needs: CopyNeeds, { link, request, reply }: CopyRequest): Promise<FastifyReply> {
  if (!isCopyLinkValid(needs, link, needs.clock.now())) refuse('link-signature-refused');
  if (!isId(link.access)) refuse('file-not-found');
  reply.headers({
    'content-type': 'application/zip',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  });
  if (request.method === 'HEAD') return reply.send();
  const copy = await writeCopy(needs, link.access);
  return reply.header('content-disposition', attachmentHeader(copy.name)).send(copy.bytes);
}
