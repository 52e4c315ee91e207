// One file in a list: its kind, name and size, with its actions.
import type { FileType } from '@remembrance/contract/files.ts';
import { FileText, type IconNode, Image, Mail, Music, Video } from 'lucide';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/card.tsx';
import type { Elements } from '../../ui/elements.ts';
import { Icon } from '../../ui/icon.tsx';
import { FileName } from './file-name.tsx';

interface FileRowProps {
  name: string;
  /** Whether we chose the name, as for a recording, so that it may be translated. */
  isNamedByUs?: boolean;
  type: FileType;
  size: string;
  /** A thumbnail shown instead of its kind's icon. */
  picture?: Elements | undefined;
  /** Beside the name. */
  action?: Elements;
  /** Under the name, across the row. */
  children?: ReactNode;
}

export function FileRow({ name, isNamedByUs = false, type, size, picture, action, children }: FileRowProps) {
  const { label, icon } = kinds[type];
  return (
    <li className="border-line border-b py-3.5 first:pt-0 last:border-b-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        {picture ?? <Icon of={icon} className="size-6 shrink-0 text-brass" strokeWidth={1.5} />}
        <div className="min-w-40 flex-1">
          <p className="font-semibold leading-snug">{isNamedByUs ? <span>{name}</span> : <FileName name={name} />}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-2.5 text-muted text-sm">
            <Badge>{label}</Badge>
            <span>{size}</span>
          </p>
        </div>
        {action}
      </div>
      {children && <div className="mt-3 grid gap-2 empty:hidden">{children}</div>}
    </li>
  );
}

const kinds: Record<FileType, { label: string; icon: IconNode }> = {
  document: { label: 'Document', icon: FileText },
  art: { label: 'Art', icon: Image },
  music: { label: 'Music', icon: Music },
  video: { label: 'Video', icon: Video },
  message: { label: 'Message', icon: Mail },
};
