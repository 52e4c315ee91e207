// Allocates disk space for PostgreSQL's write-ahead log in advance. A log without space for its next segment ends the server.
// With all segments allocated it continues on a full disk, and the server only refuses writes that need more space.
import { statfs } from 'node:fs/promises';
import pg from 'pg';

/** Eight segments. The server does not remove them, and rarely needs more. */
export const logRoomMegabytes = 128;
const segmentMegabytes = 16;
const slot = `log_room_${process.pid}`;

export async function reserveLogRoom(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    // Prevents a checkpoint from recycling old segments. Dropped with the session.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    const { rows } = await client.query(
      `select count(*)::int as segments, current_setting('data_directory') as cluster from pg_ls_waldir()`,
    );
    const missing = await asFits(logRoomMegabytes / segmentMegabytes - rows[0].segments, rows[0].cluster);
    for (let made = 0; made < missing; made += 1) {
      await client.query(`select pg_logical_emit_message(true, 'remembrance', 'room')`); // PostgreSQL does not switch an empty segment
      await client.query('select pg_switch_wal()');
    }
    await client.query('select pg_drop_replication_slot($1)', [slot]);
    if (missing > 0) await client.query('checkpoint'); // the checkpoint keeps the new segments for later use
  } finally {
    await client.end();
  }
}

/** On a small disk the reservation itself would fill the disk, so the same amount must stay free. */
async function asFits(segments: number, cluster: string): Promise<number> {
  const { bavail, bsize } = await statfs(cluster);
  const room = Math.floor((bavail * bsize) / 2 / (segmentMegabytes * 1024 ** 2));
  return Math.min(segments, room);
}
