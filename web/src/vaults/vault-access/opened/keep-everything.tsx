// Everything in one download, so that it outlasts the link and this service.
import type { AccessibleFile } from '@remembrance/contract/access-state.ts';
import { plainSize } from '../../files/size-words.ts';
import { FreshDownload } from './fresh-download.tsx';
import type { FreshLinks } from './use-fresh-links.ts';

interface KeepEverythingProps {
  files: readonly AccessibleFile[];
  url: string;
  title: string;
  links: FreshLinks;
}

export function KeepEverything({ files, url, title, links }: KeepEverythingProps) {
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  const reported = files.filter(({ finding }) => finding !== null).length;
  return (
    <section aria-labelledby="keep-heading" className="mt-14 border-line border-t pt-9 print:hidden">
      <h2 id="keep-heading" className="font-display text-title">
        Yours to keep
      </h2>
      <p className="mt-3">
        {`One download with the letter as a page that opens without us and without the internet${files.length > 0 ? `, the ${files.length === 1 ? 'file' : `${files.length} files`}` : ''}, and a list to check the files by.${files.length > 0 ? ` ${plainSize(sizeBytes)} in all.` : ''}`}
      </p>
      {reported > 0 && (
        <p className="mt-3 text-muted text-sm">
          {reported === 1
            ? 'It includes the file that a virus scanner reported, as it says above.'
            : `It includes the ${reported} files that a virus scanner reported, as it says above.`}
        </p>
      )}
      <div className="mt-5">
        <FreshDownload url={url} fileName={`${title}.zip`} variant="primary" links={links}>
          Keep everything
        </FreshDownload>
      </div>
      {files.length > 0 && (
        <p className="mt-4 text-muted text-sm">
          On a phone or a bad line you can also download the files one by one. You can come back to this page with the
          link in your letter.
        </p>
      )}
    </section>
  );
}
