// Races against releases by date: the schedule releases a batch while executors release, owners edit and owners delete the same vaults.
// Each vault is released once or deleted, and the database contains every other acknowledged change.
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@remembrance/contract/api.ts';
import { connectToProduct, type Product, type SeededOwner, seedOwners } from '../speed/product.ts';
import { createCaller } from '../support/http-client.ts';
import { findBroken } from '../support/scheduled-releases.ts';
import { type Attack, type Target, times } from './target.ts';

/** The schedule releases this many vaults in one transaction. */
const vaultsInBatch = 100;
const batchesForSize = 2;
/** The racers start within this time. */
const spreadMilliseconds = 150;
/**
 * The schedule alternates between starting among the first racers and starting after most of them, because it finishes
 * sooner than they do.
 */
const scheduleAfterMilliseconds = [50, 700];

type Outcome = 'released by executor' | 'released by date' | 'deleted' | 'edited' | 'edit refused';

/** The status of each call; null if nobody made the call. */
interface Answers {
  releases: number[];
  edited: number | null;
  deleted: number | null;
}

interface Row {
  id: string;
  title: string;
  status: string;
  released_by: string | null;
}

const callerOf = ({ url }: Target, { cookie }: SeededOwner) => createCaller(url, { cookie });
const headStart = () => delay(Math.random() * spreadMilliseconds);
const happens = (probability: number): boolean => Math.random() < probability;

async function race(target: Target, owner: SeededOwner): Promise<Answers> {
  const params = { id: owner.vaultId };
  const release = async () => {
    await headStart();
    const sent = { params: { vaultId: owner.vaultId }, body: { accessCode: owner.code } };
    return (await createCaller(target.url).call(api.releaseVault, sent)).status;
  };
  const edit = async () => {
    await headStart();
    return (await callerOf(target, owner).call(api.editVault, { params, body: { title: 'Changed' } })).status;
  };
  const remove = async () => {
    await headStart();
    return (await callerOf(target, owner).call(api.deleteVault, { params })).status;
  };
  const [releases, edited, deleted] = await Promise.all([
    happens(0.5) ? times(2, release) : [],
    happens(0.4) ? edit() : null,
    happens(0.3) ? remove() : null,
  ]);
  return { releases, edited, deleted };
}

const isDone = (status: number | null): boolean => status !== null && status < 300;

/** Determines what happened to a vault. @returns the outcomes, and a sentence for each outcome that contradicts a response */
function check({ releases, edited, deleted }: Answers, row: Row): { outcomes: Outcome[]; breaches: string[] } {
  const isReleased = row.status === 'released';
  const byExecutor = releases.filter((status) => status === 200).length;
  const faults = [...releases, edited, deleted].filter((status) => status !== null && status >= 500);
  const breaches = [
    ...faults.map((status) => `a racing call was answered ${status}`),
    ...(byExecutor > 1 ? [`a vault was released ${byExecutor} times`] : []),
    ...(isReleased === isDone(deleted) ? [`a vault is ${row.status} after its deletion was answered ${deleted}`] : []),
    ...(isReleased && byExecutor > 0 !== (row.released_by !== null)
      ? [`a vault was released by ${row.released_by} after ${byExecutor} releases by code`]
      : []),
    ...(isDone(edited) !== (row.title === 'Changed') ? [`an edit answered ${edited} left the title ${row.title}`] : []),
  ];
  const outcomes: (Outcome | false)[] = [
    isReleased && (row.released_by ? 'released by executor' : 'released by date'),
    isDone(deleted) && 'deleted',
    isDone(edited) && 'edited',
    edited !== null && !isDone(edited) && 'edit refused',
  ];
  return { outcomes: outcomes.filter((outcome) => outcome !== false), breaches };
}

async function raceBatch(
  target: Target,
  product: Product,
  batch: number,
): Promise<{ outcomes: Outcome[]; breaches: string[] }> {
  const owners = await seedOwners(product, vaultsInBatch);
  const ids = owners.map(({ vaultId }) => vaultId);
  await product.database.query(
    `update vaults set scheduled_release_date = now() - interval '1 minute' where id = any($1::uuid[])`,
    [ids],
  );
  const runSchedule = () => target.server.sendMessage({ moveClockSeconds: 0 }, 'movedTo');
  const scheduled = delay(scheduleAfterMilliseconds[batch % 2]).then(runSchedule);
  const answers = await Promise.all(owners.map((owner) => race(target, owner)));
  await scheduled;
  await runSchedule(); // the next run releases the vaults that were locked
  const { rows } = await product.database.query<Row>(
    'select id, title, status, released_by from vaults where id = any($1::uuid[])',
    [ids],
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const checked = owners.map(({ vaultId }, place) =>
    check(
      answers[place] ?? { releases: [], edited: null, deleted: null },
      rowOf.get(vaultId) ?? { id: vaultId, title: '', status: 'gone', released_by: null },
    ),
  );
  return {
    outcomes: checked.flatMap(({ outcomes }) => outcomes),
    breaches: checked.flatMap(({ breaches }) => breaches),
  };
}

export const batchRaces: Attack = {
  async run(target, breach) {
    const product = await connectToProduct(target.installation, target.server);
    const counts = new Map<Outcome, number>();
    const batches = batchesForSize * target.size;
    for (let batch = 0; batch < batches; batch += 1) {
      const { outcomes, breaches } = await raceBatch(target, product, batch);
      for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      for (const words of breaches) breach(words);
    }
    const { incomplete, doubled } = await findBroken(product.database);
    if (incomplete > 0) breach(`${incomplete} released vaults lack their link, a letter or their act`);
    if (doubled > 0) breach(`${doubled} released vaults have a link, a letter or an act twice`);
    await product.close();
    target.log(`  ${[...counts].map(([outcome, count]) => `${outcome} ${count}`).join(', ')}`);
    if (counts.size < 5) breach('not every outcome happened, so nothing raced');
    return batches * vaultsInBatch;
  },
};
