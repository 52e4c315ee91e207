// The checkpoints of the activity record: what they prove, the newest ones, and how anyone can check them.
import { type Checkpoint, listCheckpoints } from '@remembrance/contract/transparency.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { longDate } from '../lib/dates.ts';
import { product } from '../lib/product.ts';
import { queryOf } from '../lib/query-client.ts';
import { Skeleton } from '../ui/card.tsx';
import { LoadFailure } from '../ui/notice.tsx';
import { PageShell } from '../ui/page/page-shell.tsx';

const maxShown = 7;

export default function TransparencyPage() {
  return (
    <PageShell
      title="Transparency"
      lead="How we make sure that nobody can secretly rewrite what happened to a vault."
      width="text"
    >
      <Part title="What we record">
        <p>
          We record every act on a vault: who did it, what it was and when. The owner can read the record on the vault’s
          page. The same acts go into a journal outside the database. Each line of the journal carries a digest
          (SHA-256) of the previous line, so nobody can change or remove a line without changing all the lines after it.
        </p>
        <p>
          Once a day we sign a checkpoint of the journal and show it here: the position and the digest of its last line,
          the number of vaults, and the date. It names nobody and no vault.
        </p>
      </Part>
      <Part title="What it proves, and what it does not">
        <p>
          Keep a copy of a checkpoint. If this page ever shows a different checkpoint for the same position, somebody
          rewrote the past after you saw it: we did, or someone who broke in. Each day we read the complete journal
          again and compare it with the acts in the database and with every checkpoint.
        </p>
        <p>
          The last checkpoint does not cover newer lines. A checkpoint does not prove that the record is true, or that
          it is complete. We keep the lines of a deleted vault, without any names, so the number of vaults here never
          decreases.
        </p>
      </Part>
      <Part title="The newest checkpoints">
        <Newest />
      </Part>
      <Part title="Check a checkpoint yourself">
        <p>
          With <code>curl</code>, <code>jq</code> and <code>openssl</code>, for the newest one:
        </p>
        <pre
          translate="no"
          className="whitespace-pre-wrap break-words rounded-card border border-line bg-vellum p-4 text-sm"
        >
          {commandsFor(product.publicUrl)}
        </pre>
        <p>
          The reply of <code>/api/transparency</code> has the text that was signed, the signature and the public key.
        </p>
      </Part>
    </PageShell>
  );
}

const commandsFor = (publicUrl: string): string =>
  [
    `curl -s ${publicUrl}/api/transparency | jq '.checkpoints[0]' > checkpoint.json`,
    'jq -j .text checkpoint.json > text',
    'jq -r .signature checkpoint.json | base64 -d > signature',
    'jq -r .publicKey checkpoint.json | base64 -d > key',
    'openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in text -sigfile signature',
  ].join('\n');

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="pt-10 first:pt-0">
      <h2 id={id} className="font-display text-title-sm">
        {title}
      </h2>
      <div className="mt-3 grid grid-cols-1 gap-3">{children}</div>
    </section>
  );
}

function Newest() {
  const { data, error, refetch } = useQuery(queryOf(listCheckpoints));
  if (error) return <LoadFailure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-32" />;
  if (data.checkpoints.length === 0)
    return <p className="text-muted">There are no checkpoints yet. The first will appear within a day.</p>;
  return (
    <ol className="grid grid-cols-1 gap-4">
      {data.checkpoints.slice(0, maxShown).map((checkpoint) => (
        <li key={checkpoint.at} className="rounded-card border border-line bg-surface p-5">
          <CheckpointFacts checkpoint={checkpoint} />
        </li>
      ))}
    </ol>
  );
}

function CheckpointFacts({ checkpoint }: { checkpoint: Checkpoint }) {
  const { position, digest, at, vaults, signature, publicKey } = checkpoint;
  const facts = [
    ['Digest', digest],
    ['Vaults', String(vaults)],
    ['Signature', signature],
    ['Public key', publicKey],
  ] as const;
  return (
    <>
      <h3 className="font-semibold">{`Checkpoint at position ${position}`}</h3>
      <p className="text-muted text-sm">
        <time dateTime={at}>{longDate(at)}</time>
      </p>
      <dl className="mt-2 grid grid-cols-1 gap-1.5 text-sm">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="break-all" translate="no">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
