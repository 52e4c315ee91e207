// The environment of a fault run: the server, its database, disk, mail server and clock.
import path from 'node:path';
import { openRadosGateway, type RadosGateway } from '@remembrance/server/testing/rados-gateway.ts';
import { type CutDisk, makeCutDisk } from '../support/cut-disk.ts';
import { type DebianPostgres, openDebianPostgres } from '../support/debian-postgres.ts';
import { type FakeClock, makeFakeClock } from '../support/fake-clock.ts';
import { type BadMailServer, openBadMailServer } from '../support/mail-server.ts';
import { folderMailbox, type WholeMailbox } from '../support/mailbox.ts';
import { copySources } from '../support/planted.ts';
import { makeFolder, makeServerHome, type ServerHome, type ServerProcess } from '../support/server-process.ts';
import type { Say } from '../support/wait.ts';
import { type Entry, type History, openHistory, readHistory } from './history.ts';

export interface World {
  home: ServerHome;
  server: ServerProcess;
  mailbox: WholeMailbox;
  /** Null where letters go to a folder. */
  mail: BadMailServer | null;
  disk: CutDisk | null;
  clock: FakeClock | null;
  /** Null where the database is the embedded one. */
  postgres: DebianPostgres | null;
  /** Null where files are in a folder. */
  bucket: RadosGateway | null;
  history: History;
  readHistory(): Entry[];
  say: Say;
  /** Starts the server, which must have ended, and does not wait for it. */
  start(): void;
  /** Ends what was opened; the data stays where something was found. */
  close(clean: boolean): Promise<string | null>;
}

export type Need = 'disk' | 'clock' | 'mail' | 'postgres' | 'bucket';

interface Wishes {
  needs: ReadonlySet<Need>;
  planted?: string | undefined;
  say: Say;
}

export async function openWorld({ needs, planted, say }: Wishes): Promise<World> {
  const folder = makeFolder();
  const disk = needs.has('disk') ? makeCutDisk(folder) : null;
  const clock = needs.has('clock') ? makeFakeClock(folder) : null;
  const mail = needs.has('mail') ? await openBadMailServer() : null;
  const postgres = needs.has('postgres') ? await openDebianPostgres(folder) : null;
  const bucket = needs.has('bucket') ? await openRadosGateway() : null;
  const home = await makeServerHome({
    folder,
    inside: disk?.folder,
    sources: copySources(planted),
    settings: {
      ...(mail ? { SMTP_URL: mail.url } : {}),
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
      ...(bucket ? settingsOf(bucket) : {}),
      ...clock?.settings,
    },
  });
  const historyFile = path.join(folder, 'history.jsonl');
  const history = openHistory(historyFile);
  const world: World = {
    ...{ home, mail, disk, clock, postgres, bucket, history, say },
    server: home.spawn(),
    mailbox: mail ?? folderMailbox(home.dataDirectory),
    readHistory: () => readHistory(historyFile),
    start() {
      world.server = home.spawn();
    },
    async close(clean) {
      await world.server.killWithDatabase();
      history.close();
      await mail?.close();
      await bucket?.stop();
      postgres?.close();
      disk?.remove();
      if (clean) home.remove();
      return clean ? null : folder;
    },
  };
  await world.server.ready();
  return world;
}

const settingsOf = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: RadosGateway) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
});

/** Something that must not happen. */
export const complain = ({ history }: World, words: string): void => history.write({ what: 'fault', words });
