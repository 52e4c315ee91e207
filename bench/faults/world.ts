// The environment of a fault run: the server, its database, disk, mail server and clock.
import path from 'node:path';
import { openRadosGateway, type RadosGateway } from '@remembrance/server/testing/rados-gateway.ts';
import { type CutDisk, makeCutDisk } from '../support/cut-disk.ts';
import { type DebianPostgres, openDebianPostgres } from '../support/debian-postgres.ts';
import { type FakeClock, makeFakeClock } from '../support/fake-clock.ts';
import { makeImitatedDisk } from '../support/imitated-disk.ts';
import { type BadMailServer, openBadMailServer } from '../support/mail-server.ts';
import { folderMailbox, type WholeMailbox } from '../support/mailbox.ts';
import { copySources, ownSources } from '../support/planted.ts';
import { makeRunFolder } from '../support/run-folder.ts';
import { leave, makeServerHome, type ServerHome, type ServerProcess } from '../support/server-process.ts';
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
  /** Another machine, for a restore. */
  openHomeElsewhere(): Promise<ServerHome>;
  /** Starts the server, which must have ended, and does not wait for it. */
  start(): void;
  /** Ends what was opened. @returns where the data stays, which it does unless the run is clean */
  close(clean: boolean): Promise<string | null>;
}

export type Need = 'disk' | 'imitated disk' | 'clock' | 'mail' | 'postgres' | 'bucket';

interface Wishes {
  needs: ReadonlySet<Need>;
  planted?: string | undefined;
  /** Whether it is over before anybody changes the sources. */
  isShort?: boolean;
  say: Say;
}

export async function openWorld({ needs, planted, isShort = false, say }: Wishes): Promise<World> {
  const runFolder = makeRunFolder('bench');
  const folder = runFolder.path;
  const sources = isShort && planted === undefined ? ownSources : copySources(planted);
  const imitated = needs.has('imitated disk') ? makeImitatedDisk(folder) : null;
  const disk = imitated ?? (needs.has('disk') ? makeCutDisk(folder) : null);
  const clock = needs.has('clock') ? makeFakeClock(folder) : null;
  const mail = needs.has('mail') ? await openBadMailServer() : null;
  const postgres = needs.has('postgres') ? await openDebianPostgres(folder) : null;
  const bucket = needs.has('bucket') ? await openRadosGateway() : null;
  const settings = {
    ...(mail ? { SMTP_URL: mail.url } : {}),
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    ...(bucket ? settingsOf(bucket) : {}),
    ...clock?.settings,
    ...imitated?.settings,
  };
  const openHome = (inside?: string) =>
    makeServerHome({ folder: runFolder, inside, sources: sources.server, settings });
  const home = await openHome(disk?.folder);
  const historyFile = path.join(folder, 'history.jsonl');
  const history = openHistory(historyFile);
  const world: World = {
    home,
    mail,
    disk,
    clock,
    postgres,
    bucket,
    history,
    say,
    server: home.spawn(),
    mailbox: mail ?? folderMailbox(home.dataDirectory),
    readHistory: () => readHistory(historyFile),
    openHomeElsewhere: () => openHome(path.join(folder, 'elsewhere')),
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
      sources.remove();
      leave(home, clean);
      return clean ? null : folder;
    },
  };
  try {
    await world.server.ready();
    await imitated?.prepare(home.dataDirectory);
  } catch (error) {
    await world.close(true);
    throw error;
  }
  return world;
}

export const settingsOf = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: RadosGateway) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
});

/** Something that must not happen. */
export const complain = ({ history }: World, words: string): void => history.write({ what: 'fault', words });
