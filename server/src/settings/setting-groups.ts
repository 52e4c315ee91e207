// The groups of settings that must be set together or not at all.
import { readTogether } from './setting-kinds.ts';

type Values<Name extends string> = { readonly [Each in Name]: string | undefined };

const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const openIdNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
const bucketNames = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** @throws {StartRefused} if one is missing, like the two below */
export function readStripe(values: Values<(typeof stripeNames)[number]>) {
  const found = readTogether(values, 'Stripe', stripeNames);
  if (!found) return undefined;
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = found;
  return { secretKey, publishableKey, webhookSecret: found.STRIPE_WEBHOOK_SECRET };
}

export function readOpenId(values: Values<(typeof openIdNames)[number]>) {
  const found = readTogether(values, 'the provider', openIdNames);
  if (!found) return undefined;
  return { issuer: found.OIDC_ISSUER, clientId: found.OIDC_CLIENT_ID, clientSecret: found.OIDC_CLIENT_SECRET };
}

export function readBucket(values: Values<(typeof bucketNames)[number]> & { S3_REGION: string }) {
  const found = readTogether(values, 'the object storage', bucketNames);
  if (!found) return undefined;
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId } = found;
  return { endpoint, bucket, region: values.S3_REGION, accessKeyId, secretAccessKey: found.S3_SECRET_ACCESS_KEY };
}

interface DatabaseValues {
  DATABASE_URL: string | undefined;
  DATABASE_DIRECT_URL: string | undefined;
  DATABASE_OWNER_URL: string | undefined;
  POSTGRES_PROGRAMS: string | undefined;
  DATABASE_POOL_SIZE: number;
}

export const databaseOf = (values: DatabaseValues) => ({
  url: values.DATABASE_URL,
  directUrl: values.DATABASE_DIRECT_URL,
  ownerUrl: values.DATABASE_OWNER_URL,
  programs: values.POSTGRES_PROGRAMS,
  poolSize: values.DATABASE_POOL_SIZE,
  embedded: values.DATABASE_URL === undefined,
});
