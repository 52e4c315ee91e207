// The uploads under way in this process. A file has one transfer: a second ends the first, because a phone that lost its connection
// comes back before we notice. An owner has few at once, and one that hardly moves is ended, so that nobody holds the disk with bytes
// that never come.
import { Readable } from 'node:stream';
import { filesPerVault } from '@remembrance/contract/limits.ts';
import { refuse } from '../lib/refusal.ts';

const transfersPerOwner = filesPerVault;

interface Floor {
  bytes: number;
  perMilliseconds: number;
}
/** A weak mobile connection still sends four times as much. */
const usualFloor: Floor = { bytes: 100_000, perMilliseconds: 60_000 };

interface NewTransfer {
  uploadId: string;
  ownerId: string;
  bytes: Readable;
}
interface Transfer extends NewTransfer {
  receivedBytes: number;
}

export type Transfers = ReturnType<typeof createTransfers>;

export function createTransfers({ bytes: floorBytes, perMilliseconds }: Floor = usualFloor) {
  const underWay = new Map<string, Transfer>();
  return {
    /**
     * Calls `receive` with the bytes of the transfer, which fail where it is ended here.
     * @throws {Refusal} too-many-requests while the owner has as many other transfers as are allowed at once
     */
    async follow<T>(transfer: NewTransfer, receive: (bytes: Readable) => Promise<T>): Promise<T> {
      const { uploadId, ownerId } = transfer;
      const others = [...underWay.values()].filter((other) => other.ownerId === ownerId && other.uploadId !== uploadId);
      if (others.length >= transfersPerOwner) refuse('too-many-requests');
      const earlier = underWay.get(uploadId);
      if (earlier) endUnfinished(earlier, 'this file is sent again');
      const current = { ...transfer, receivedBytes: 0 };
      underWay.set(uploadId, current);
      let seenBytes = 0;
      const timer = setInterval(() => {
        if (current.receivedBytes - seenBytes < floorBytes) endUnfinished(current, 'this transfer hardly moves');
        seenBytes = current.receivedBytes;
      }, perMilliseconds);
      try {
        return await receive(Readable.from(counted(current), { objectMode: false }));
      } finally {
        clearInterval(timer);
        if (underWay.get(uploadId) === current) underWay.delete(uploadId);
      }
    },
  };
}

/** One whose bytes are all here is only recorded now. */
function endUnfinished({ bytes }: Transfer, reason: string): void {
  if (!bytes.readableEnded) bytes.destroy(new Error(reason));
}

async function* counted(transfer: Transfer): AsyncGenerator<Buffer> {
  for await (const piece of transfer.bytes as AsyncIterable<Buffer>) {
    transfer.receivedBytes += piece.length;
    yield piece;
  }
}
