// Sends everything a recipient was left as one ZIP, complete or in part, by a signed link.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { archiveMoment, sendArchive } from '../files/download/archive-download.ts';
import { isCopyLinkValid } from './copy-link.ts';
import { type CopyNeeds, writeCopy } from './write-copy.ts';

interface CopyRequest {
  link: { access: string; expires: string; signature: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

/** @throws {Refusal} link-signature-refused, file-not-found, range-refused */
export async function serveCopy(needs: CopyNeeds, { link, request, reply }: CopyRequest): Promise<FastifyReply> {
  const now = needs.clock.now();
  if (!isCopyLinkValid(needs, link, now)) refuse('link-signature-refused');
  if (!isId(link.access)) refuse('file-not-found');
  const at = archiveMoment(request, now);
  return sendArchive({ request, reply }, { ...(await writeCopy(needs, link.access, at)), at });
}
