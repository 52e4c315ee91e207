// The API document, for programs and as a page. Both are made when somebody first asks, and name only calls that this installation answers.
import { api } from '@remembrance/contract/api.ts';
import { openApiDocument } from '@remembrance/contract/service.ts';
import type { FastifyInstance } from 'fastify';
import type { Json } from '../../http/api-responses.ts';
import { openApiDocumentOf } from '../../http/open-api.ts';
import type { Routes } from '../../http/routes.ts';
import { apiPagePath, apiPagePolicy, renderApiPage } from './api-page.ts';

interface Facts {
  productName: string;
  publicUrl: string;
  sessionCookie: string;
  devMailbox: boolean;
}

export function apiDocumentRoutes(routes: Routes, app: FastifyInstance, facts: Facts): void {
  let document: Json | undefined;
  let page: string | undefined;
  const isAnswered = ([, { path }]: [string, { path: string }]) => facts.devMailbox || !path.startsWith('/api/dev/');
  const readDocument = () =>
    (document ??= openApiDocumentOf(Object.fromEntries(Object.entries(api).filter(isAnswered)), facts));
  routes.open(openApiDocument, async () => readDocument());
  app.get(apiPagePath, async (_request, reply) => {
    page ??= renderApiPage(readDocument());
    reply.header('content-security-policy', apiPagePolicy).type('text/html; charset=utf-8');
    return reply.send(page);
  });
}
