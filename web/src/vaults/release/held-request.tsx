// A request for the release. An open request shows what happens when; the last ended request shows why it ended.
import type { ReleaseChoice, ReleaseRequest } from '@remembrance/contract/release.ts';
import type { ReactNode } from 'react';
import { longDate, shortDate } from '../../lib/dates.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Notice } from '../../ui/notice.tsx';
import { waitText } from '../status/wait-words.ts';

interface Shown {
  request: ReleaseRequest;
  ownerName: string;
}

export function OpenRequest({ choice, request, ownerName }: Shown & { choice: ReleaseChoice }) {
  const owner = <AsWritten>{ownerName}</AsWritten>;
  const due = longDate(request.dueAt);
  if (request.state === 'waiting')
    return (
      <Notice title={`It will be released on ${due}`} isAnnounced>
        <SaidSoFar request={request} />
        {request.askedBy === null && (
          <p className="mb-2">
            If you know that {owner} is well, or that it is not time, ask them to sign in, or object.
          </p>
        )}
        <p>
          We have written to {owner}, who can stop it until then. We release it ourselves: there is nothing more that
          you need to do.
        </p>
      </Notice>
    );
  const then = choice.waitHours > 0 ? `a wait of ${waitText(choice.waitHours)} begins` : 'it is released';
  return (
    <Notice title={request.isMine ? 'You have asked for the release' : 'Do you agree to the release?'} isAnnounced>
      <SaidSoFar request={request} />
      {choice.mustAgree ? (
        <p>
          <span>
            {request.isMine
              ? `If another executor agrees by ${due}, ${then}. `
              : `If you agree, press “Release Vault” by ${due}, and ${then}. `}
            Otherwise the request ends, and can be made again.{' '}
          </span>
          We have also written to {owner}, who can stop it.
        </p>
      ) : (
        <p>Nobody else has to agree now. If it is still time, press “Release Vault”.</p>
      )}
    </Notice>
  );
}

/** Who asked and who agreed, for all executors. */
function SaidSoFar({ request }: { request: ReleaseRequest }) {
  return (
    <ul className="mb-2">
      <li>
        {request.askedBy === null ? (
          <span>{`The owner did not answer us, and chose that the wait then begins. It began on ${shortDate(request.askedAt)}.`}</span>
        ) : (
          <>
            <Who name={request.askedBy} isMe={request.isMine} />{' '}
            <span>{`asked on ${shortDate(request.askedAt)}.`}</span>
          </>
        )}
      </li>
      {request.agreedBy !== null && (
        <li>
          <AsWritten>{request.agreedBy}</AsWritten> <span>has agreed.</span>
        </li>
      )}
    </ul>
  );
}

const Who = ({ name, isMe }: { name: string; isMe: boolean }) =>
  isMe ? <span>You</span> : <AsWritten>{name}</AsWritten>;

export function EndedRequest({ request, ownerName }: Shown) {
  const owner = <AsWritten>{ownerName}</AsWritten>;
  return (
    <Notice title={endTitle(request)} isAnnounced>
      <p>
        {request.state === 'stopped' ? (
          <span>
            {owner} has stopped the release. Nothing was released, and you have done nothing wrong: this is why we write
            to the owner first.
          </span>
        ) : (
          <Why request={request} />
        )}
      </p>
      {request.reason !== '' && (
        <blockquote dir="auto" lang="" className="my-2 whitespace-pre-line border-brass border-s-2 ps-3">
          {request.reason}
        </blockquote>
      )}
      <p>Your code still works. If you think that it is time, talk to each other first, and then ask again.</p>
    </Notice>
  );
}

/** The owner had not answered us, so nobody had asked. */
const WhySilence = ({ request: { state, endedBy } }: { request: ReleaseRequest }) =>
  state === 'objected' && endedBy !== null ? (
    <span>
      The owner had not answered us. <AsWritten>{endedBy}</AsWritten> objected.
    </span>
  ) : (
    <span>The owner had not answered us. Something about the vault has changed since.</span>
  );

const endTitle = ({ state, endedAt }: ReleaseRequest): string =>
  `${state === 'stopped' ? 'The release was stopped' : 'The request ended'}${endedAt ? ` on ${shortDate(endedAt)}` : ''}`;

function Why({ request }: { request: ReleaseRequest }): ReactNode {
  if (request.askedBy === null) return <WhySilence request={request} />;
  const asked = <Who name={request.askedBy} isMe={request.isMine} />;
  const isWithdrawn = request.endedBy === null || request.endedBy === request.askedBy;
  if (request.state === 'objected' && isWithdrawn)
    return <span>{asked} had asked for the release and withdrew it.</span>;
  if (request.state === 'objected')
    return (
      <span>
        {asked} had asked for the release. <AsWritten>{request.endedBy ?? ''}</AsWritten> objected.
      </span>
    );
  if (request.state === 'lapsed') return <span>{asked} had asked for the release. Nobody agreed in time.</span>;
  return <span>{asked} had asked for the release. Something about the vault or its executors has changed since.</span>;
}
