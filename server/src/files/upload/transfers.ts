// The uploads in progress in this process. A file has one transfer: a second ends the first, because a phone that lost its connection
// returns before we notice. An owner has few concurrent transfers, and a slow one is ended, so that nobody blocks the disk with bytes
// that never arrive.
import { PassThrough, type Readable } from 'node:stream';
import { filesPerVault } from '@remembrance/contract/limits.ts';
import { refuse } from '../../platform/lib/refusal.ts';

const transfersPerOwner = filesPerVault;

interface Floor {
  bytes: number;
  perMilliseconds: number;
}
/** A weak mobile connection still sends four times as fast. */
const usualFloor: Floor = { bytes: 100_000, perMilliseconds: 60_000 };

interface NewTransfer {
  uploadId: string;
  ownerId: string;
  bytes: Readable;
}
interface Transfer extends NewTransfer {
  receivedBytes: number;
  /** The bytes that are read from it. If reading stops early, the sender still gets an answer. */
  passedOn: PassThrough;
}

export type Transfers = ReturnType<typeof createTransfers>;

export function createTransfers({ bytes: floorBytes, perMilliseconds }: Floor = usualFloor) {
  const underWay = new Map<string, Transfer>();
  return {
    /**
     * Calls `receive` with the bytes of the transfer. The bytes fail if the transfer is ended here.
     * @throws {Refusal} too-many-requests if the owner already has the maximum of concurrent transfers
     */
    async follow<T>(transfer: NewTransfer, receive: (bytes: Readable) => Promise<T>): Promise<T> {
      const { uploadId, ownerId } = transfer;
      const others = [...underWay.values()].filter((other) => other.ownerId === ownerId && other.uploadId !== uploadId);
      if (others.length >= transfersPerOwner) refuse('too-many-requests');
      const earlier = underWay.get(uploadId);
      if (earlier) endUnfinished(earlier);
      const current = passOn(transfer);
      underWay.set(uploadId, current);
      let seenBytes = 0;
      const timer = setInterval(() => {
        if (current.receivedBytes - seenBytes < floorBytes) endUnfinished(current);
        seenBytes = current.receivedBytes;
      }, perMilliseconds);
      try {
        return await receive(current.passedOn);
      } finally {
        clearInterval(timer);
        transfer.bytes.unpipe(current.passedOn);
        if (underWay.get(uploadId) === current) underWay.delete(uploadId);
      }
    },
  };
}

/** A transfer with all its bytes is only waiting to be recorded. */
function endUnfinished({ bytes, passedOn }: Transfer): void {
  if (!bytes.readableEnded) passedOn.destroy();
}

function passOn(transfer: NewTransfer): Transfer {
  const { bytes } = transfer;
  const passedOn = new PassThrough();
  const current = { ...transfer, passedOn, receivedBytes: 0 };
  bytes.on('data', (piece: Buffer) => {
    current.receivedBytes += piece.length;
  });
  bytes.once('error', (error) => passedOn.destroy(error));
  bytes.once('close', () => endUnfinished(current));
  // If the sender had already left, no close event follows.
  if (bytes.destroyed) endUnfinished(current);
  else bytes.pipe(passedOn);
  return current;
}
