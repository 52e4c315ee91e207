// Copies the embedded server's data files while it runs, with PostgreSQL's low-level backup: it marks the start of the copy,
// keeps the log of everything written since, and marks the end. A server started on the copy replays that log and has the state
// of the end of the backup.
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { syncFolder } from '../lib/durable-file.ts';
import { copyDurably, copyFolder, keepOwner } from './copy-folder.ts';

/** @param onFile called after each file, with its size */
export async function backUpCluster(
  connection: pg.ClientConfig,
  destination: string,
  onFile?: (bytes: number) => void,
): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {}); // the running query reports it
  await client.connect(); // one session for the entire backup: if it ends, so does the backup
  const queryRow = async (query: string, values: unknown[] = []) => (await client.query(query, values)).rows[0];
  try {
    const { cluster } = await queryRow(`select current_setting('data_directory') as cluster`);
    // Prevents the log from being recycled during the copy. Dropped with the session.
    await queryRow('select pg_create_physical_replication_slot($1, true, true)', [`backup_${process.pid}`]);
    const { first } = await queryRow(`select pg_walfile_name(pg_backup_start('remembrance', fast => true)) as first`);
    await copyFolder(cluster, destination, { skips: isLeftOut, onFile });
    const { lsn, labelfile } = await queryRow('select lsn, labelfile from pg_backup_stop(wait_for_archive => false)');
    const { last } = await queryRow('select pg_walfile_name($1::pg_lsn) as last', [lsn]);
    const written = (await readdir(path.join(cluster, 'pg_wal'))).filter((name) => name >= first && name <= last);
    for (const name of written.filter((name) => /^[0-9A-F]{24}$/.test(name))) {
      await copyDurably(path.join(cluster, 'pg_wal', name), path.join(destination, 'pg_wal', name));
    }
    const label = path.join(destination, 'backup_label');
    await writeFile(label, labelfile, { mode: 0o600, flush: true });
    await keepOwner(cluster, label);
    for (const folder of [path.join(destination, 'pg_wal'), destination]) await syncFolder(folder);
  } finally {
    await client.end();
  }
}

/** Parts of the running server that are not data: locks, caches, and folders it recreates itself. */
const remadeFolder = /^pg_(wal|replslot|stat_tmp|subtrans|notify|serial|snapshots|dynshmem)$/;
const isLeftOut = (name: string): boolean =>
  remadeFolder.test(path.dirname(name)) ||
  /^(postmaster\.(pid|opts)(\..*)?|pg_internal\.init.*|pgsql_tmp.*)$/.test(path.basename(name));
