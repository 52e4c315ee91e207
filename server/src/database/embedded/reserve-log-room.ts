// Fills the room of PostgreSQL's log ahead of need. A log that finds no room for its next segment ends the server; one
// that has all its segments already goes on with a full disk, and the server only refuses what needs more room.
import pg from 'pg';

/** Eight segments; the server neither removes them nor, at its usual work, makes more. */
export const logRoomMegabytes = 128;
const segmentMegabytes = 16;
const slot = `log_room_${process.pid}`;

export async function reserveLogRoom(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {}); // the query under way reports it
  await client.connect();
  try {
    // Keeps a checkpoint in between from using old segments again; gone with the session.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    const { rows } = await client.query('select count(*)::int as segments from pg_ls_waldir()');
    const missing = logRoomMegabytes / segmentMegabytes - rows[0].segments;
    for (let made = 0; made < missing; made += 1) {
      await client.query(`select pg_logical_emit_message(true, 'remembrance', 'room')`); // an unused segment is not left
      await client.query('select pg_switch_wal()');
    }
    await client.query('select pg_drop_replication_slot($1)', [slot]);
    if (missing > 0) await client.query('checkpoint'); // the segments that were left are put in line again
  } finally {
    await client.end();
  }
}
