// One process of a fault run with its data directory, its clock, and its ways to the database, the bucket and the mail server.
import type { FakeClock } from '../support/fake-clock.ts';
import { createInstallation, type Installation, type ServerProcess } from '../support/installation.ts';
import type { RunFolder } from '../support/run-folder.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

export interface Machine {
  installation: Installation;
  server: ServerProcess;
  clock: FakeClock | null;
  /** Null if its process reaches everything directly. */
  links: Links | null;
  /** Starts the server without waiting for it. The previous server must have ended. */
  start(): void;
}

const linked = { database: 'DATABASE_URL', bucket: 'S3_ENDPOINT', mail: 'SMTP_URL' } as const;
/** The ways of one process, which can be cut without those of the others. */
export type Links = Record<keyof typeof linked, TcpProxy>;

interface Opening {
  folder: RunFolder;
  /** The parent of its data directory. */
  inside?: string | undefined;
  sources: string;
  settings: Record<string, string>;
  clock?: FakeClock | null;
  /** Whether the way to everything it needs can be cut. */
  hasLinks?: boolean;
}

/** Its server is started, and not awaited. */
export async function openMachine(opening: Opening): Promise<Machine> {
  const { folder, inside, sources, clock = null, hasLinks = false } = opening;
  const settings = { ...opening.settings };
  const links = hasLinks ? await openLinks(settings) : null;
  const installation = await createInstallation({
    folder,
    inside,
    sources,
    settings: { ...settings, ...clock?.settings },
  });
  const machine: Machine = {
    installation,
    clock,
    links,
    server: installation.spawn(),
    start() {
      machine.server = installation.spawn();
    },
  };
  return machine;
}

/** Makes the settings lead through the links. */
async function openLinks(settings: Record<string, string>): Promise<Links> {
  const open = async (name: string): Promise<TcpProxy> => {
    const { port } = new URL(settings[name] ?? '');
    const link = await openTcpProxy(Number(port));
    settings[name] = (settings[name] ?? '').replace(`:${port}`, `:${link.port}`);
    return link;
  };
  return {
    database: await open(linked.database),
    bucket: await open(linked.bucket),
    mail: await open(linked.mail),
  };
}
