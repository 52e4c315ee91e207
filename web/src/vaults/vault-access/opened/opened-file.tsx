// One file that came with the letter: shown or played in place, with its caption, its transcript, and its download.
import type { AccessibleFile } from '@remembrance/contract/access-state.ts';
import { isWebVtt, spokenWords } from '@remembrance/contract/captions.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { Fragment, useState } from 'react';
import { FileName } from '../../files/file-name.tsx';
import { RecipientsFinding } from '../../files/finding.tsx';
import { FileInPlace } from '../../files/shown/file-in-place.tsx';
import type { FreshLinks } from '../../files/shown/file-links.ts';
import { FreshDownload } from '../../files/shown/fresh-download.tsx';
import { factsOf, titleOf } from './file-words.ts';

interface OpenedFileProps {
  file: AccessibleFile;
  /** Its title if it is a recording. */
  recordingName: string | undefined;
  links: FreshLinks;
}

export function OpenedFile({ file, recordingName, links }: OpenedFileProps) {
  const [seconds, setSeconds] = useState<number>();
  const title = titleOf(file, { recordingName, seconds });
  return (
    <li className="grid gap-4 border-line border-b py-8 last:border-b-0">
      <RecipientsFinding finding={file.finding} />
      <FileInPlace file={file} title={title} links={links} onLength={setSeconds} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-48 flex-1">
          <h3 className={title === file.fileName ? 'font-semibold' : 'font-display text-title-sm'}>
            {/* A translator leaves the name of a file as it is. We named a recording, and its owner wrote a caption. */}
            {title === file.fileName ? (
              <FileName name={title} />
            ) : (
              <bdi {...(file.caption && { lang: '' })}>{title}</bdi>
            )}
          </h3>
          <p className="mt-1 text-muted text-sm">
            {factsOf(file, { recordingName, seconds }).map((fact, index) => (
              <Fragment key={fact}>
                {index > 0 && <span> · </span>}
                {fact === file.fileName ? <FileName name={fact} /> : <span>{fact}</span>}
              </Fragment>
            ))}
          </p>
          <FileCondition file={file} />
        </div>
        <FreshDownload url={file.downloadUrl} fileName={file.fileName} label={`Download ${title}`} links={links}>
          Download
        </FreshDownload>
      </div>
      <Transcript file={file} />
    </li>
  );
}

/** Says that a file is damaged or unreadable. It can still be downloaded. */
function FileCondition({ file: { isDamaged, isUnreadable } }: { file: AccessibleFile }) {
  if (isUnreadable) return <p className="mt-1 text-muted text-sm">{refusals['vault-unreadable'].detail}</p>;
  if (isDamaged) return <p className="mt-1 text-muted text-sm">{refusals['file-damaged'].detail}</p>;
  return null;
}

/** A recording's transcript. WebVTT captions are also shown in time with the recording. */
function Transcript({ file: { transcript } }: { file: AccessibleFile }) {
  if (transcript === '') return null;
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold">Read what is said</summary>
      <div lang="" className="own-direction mt-2 whitespace-pre-wrap font-letter text-letter">
        {isWebVtt(transcript) ? spokenWords(transcript) : transcript}
      </div>
    </details>
  );
}
