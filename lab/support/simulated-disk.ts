// A simulated disk for the short runs in `npm test`, where power cuts and full disks need neither root nor loop devices. Power cut: the
// server and its database are killed. Then each of our files loses the content that the server has not synced, and every name disappears
// whose folder was not synced since. This proves that we sync what we acknowledge. It does not prove the same of PostgreSQL, whose writes
// remain, and a replaced file does not come back. `npm run faults -- power-cuts` cuts a real file system. Full disk: each write to a file
// of ours fails with ENOSPC, and each written row fails in PostgreSQL with its error for a full disk. This proves how we handle these
// errors, not that PostgreSQL itself survives one. `npm run faults -- disk` fills a real disk.
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Synced } from './disk-recorder.ts';
import { inDatabase } from './embedded-database.ts';
import type { Disk } from './loop-disk.ts';

export interface SimulatedDisk extends Disk {
  /** The environment of a server that uses this disk. */
  settings: Record<string, string>;
  /** Makes the database check whether the disk is full. Its server must be running. */
  prepare(dataDirectory: string): Promise<void>;
}

/** @param place a folder of this run, which will contain the data directory */
export function createSimulatedDisk(place: string): SimulatedDisk {
  const record = path.join(place, 'synced.jsonl');
  const full = path.join(place, 'full');
  writeFileSync(record, '');
  return {
    folder: place,
    settings: {
      NODE_OPTIONS: `--import=${new URL('disk-recorder.ts', import.meta.url).href}`,
      SYNCED_FILE: record,
      DISK_FULL_FILE: full,
    },
    async prepare(dataDirectory) {
      await inDatabase(dataDirectory, refuseRowsWhile(full));
      await inDatabase(dataDirectory, guardEachTable);
    },
    cutPower() {}, // `remount` decides what is lost, once nothing writes
    remount: async () => dropUnsynced(path.join(place, 'data'), readFileSync(record, 'utf8')),
    fill() {
      writeFileSync(full, '');
      return () => rmSync(full, { force: true });
    },
    remove() {},
  };
}

/** The function may check for the file, whichever role writes the row. */
const refuseRowsWhile = (file: string): string => `
create function refuse_on_full_disk() returns trigger language plpgsql security definer as $$
begin
  if (pg_stat_file('${file}', true)).size is not null then
    raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
  end if;
  return null;
end $$`;

/** Locks one table at a time, because the service already writes: a lock on several would deadlock. */
const guardEachTable = `
do $$
declare
  one regclass;
begin
  for one in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    execute format('create trigger full_disk before insert or update on %s execute function refuse_on_full_disk()', one);
    commit;
  end loop;
end $$`;

function dropUnsynced(dataDirectory: string, record: string): void {
  const sizes = new Map<number, number>();
  const folders = new Map<number, Record<string, number>>();
  for (const line of record.split('\n').filter(Boolean)) {
    const synced: Synced = JSON.parse(line);
    if ('names' in synced) folders.set(synced.inode, synced.names);
    else sizes.set(synced.inode, synced.sizeBytes);
  }
  const drop = (folder: string) => {
    const durable = folders.get(statSync(folder).ino) ?? {};
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const name = path.join(folder, entry.name);
      if (name === path.join(dataDirectory, 'postgres')) continue;
      const { ino, size } = statSync(name);
      if (durable[entry.name] !== ino) rmSync(name, { recursive: true });
      else if (entry.isDirectory()) drop(name);
      else if (size > (sizes.get(ino) ?? 0)) truncateSync(name, sizes.get(ino) ?? 0);
    }
  };
  drop(dataDirectory);
}
