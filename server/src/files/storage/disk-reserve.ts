// The part of the disk that files may not fill. It is reserved for the database, so that releases and letters continue when
// uploads are refused.
import { statfs } from 'node:fs/promises';

export interface Room {
  freeBytes: number;
  reserveBytes: number;
}

const gigabyte = 1024 ** 3;

/** The larger of 2 GB and 5 % of the disk. On a disk below 20 GB, 10 % of it. */
export const usualReserve = (diskBytes: number): number =>
  Math.min(Math.max(2 * gigabyte, diskBytes * 0.05), diskBytes * 0.1);

/** @param reserveBytes the operator's setting, instead of the usual reserve */
export async function readRoom(directory: string, reserveBytes: number | undefined): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, reserveBytes: reserveBytes ?? usualReserve(blocks * bsize) };
}

/** Whether this many more bytes fit without touching the reserve. */
export const hasRoom = ({ freeBytes, reserveBytes }: Room, moreBytes: number): boolean =>
  freeBytes - moreBytes >= reserveBytes;
