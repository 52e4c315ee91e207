// Reads files that are dropped or pasted on an area of the page, and the files in a dropped folder, and says why something else is not
// added. It stops the browser from opening a file that is dropped elsewhere in place of the page.
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** @param refusals one sentence for each thing that has no readable file */
export type OnFiles = (files: File[], refusals?: readonly string[]) => void;

/** @returns whether files are being dragged over the area. */
export function useDroppedFiles(area: RefObject<HTMLElement | null>, onFiles: OnFiles): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const isInArea = (event: Event) => event.target instanceof Node && area.current?.contains(event.target) === true;

  const onDrag = useEffectEvent((event: DragEvent) => {
    if (hasFiles(event.dataTransfer)) {
      event.preventDefault();
      setDraggedOver(isInArea(event));
    } else if (isInArea(event)) acceptAsCopy(event);
  });
  const onLeave = useEffectEvent(({ relatedTarget }: DragEvent) => {
    if (relatedTarget === null) setDraggedOver(false);
  });
  const onAdded = useEffectEvent((event: Event, transfer: DataTransfer | null) => {
    setDraggedOver(false);
    if (hasFiles(transfer)) {
      event.preventDefault();
      if (isInArea(event)) void addReadable(transfer);
    } else if (isInArea(event)) {
      event.preventDefault();
      onFiles([], ['Only files can be added here.']);
    }
  });
  const addReadable = async (transfer: DataTransfer) => {
    const { files, refusals } = await readFiles(transfer);
    onFiles(files, refusals);
  };
  const onDrop = useEffectEvent((event: DragEvent) => onAdded(event, event.dataTransfer));
  const onPaste = useEffectEvent((event: ClipboardEvent) => isInArea(event) && onAdded(event, event.clipboardData));

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('dragenter', onDrag, { signal });
    document.addEventListener('dragover', onDrag, { signal });
    document.addEventListener('dragleave', onLeave, { signal });
    document.addEventListener('drop', onDrop, { signal });
    document.addEventListener('paste', onPaste, { signal });
    return () => controller.abort();
  }, []);
  return isDraggedOver;
}

const hasFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') === true;

/** Takes a dragged text or link without removing it from where it came from. */
function acceptAsCopy(event: DragEvent): void {
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
}

/** Files that a system adds to its folders. */
const systemFiles = ['.DS_Store', 'Thumbs.db'];
const isSystemFile = ({ name }: { name: string }): boolean => systemFiles.includes(name);

interface ReadFiles {
  files: File[];
  /** One sentence for each file or folder that the browser may not read, and for each folder without a file. */
  refusals: string[];
}

async function readFiles({ items }: DataTransfer): Promise<ReadFiles> {
  const refusals: string[] = [];
  // The browser empties the list after the event, so every item is asked before the first wait.
  const dropped = [...items].filter(({ kind }) => kind === 'file');
  const files = await Promise.all(dropped.map((item) => filesOfItem(item, refusals)));
  return { files: files.flat().filter((file) => !isSystemFile(file)), refusals };
}

async function filesOfItem(item: DataTransferItem, refusals: string[]): Promise<File[]> {
  const file = item.getAsFile();
  const entry = item.webkitGetAsEntry?.();
  if (file && !entry?.isDirectory) return [file];
  const inside: string[] = [];
  const files = entry ? await filesOfEntry(entry, inside) : [];
  if (files.every(isSystemFile) && inside.length === 0) inside.push(entry ? withoutFile(entry) : unreadable('A file'));
  refusals.push(...inside);
  return files;
}

async function filesOfEntry(entry: FileSystemEntry, refusals: string[]): Promise<File[]> {
  const files: File[] = [];
  try {
    if (!isFolder(entry)) return [await readFile(entry as FileSystemFileEntry)];
    const reader = entry.createReader();
    // A folder is read in batches until one is empty.
    for (let entries = await readBatch(reader); entries.length > 0; entries = await readBatch(reader))
      for (const read of await Promise.all(entries.map((one) => filesOfEntry(one, refusals)))) files.push(...read);
  } catch {
    if (!isSystemFile(entry)) refusals.push(unreadable(`“${entry.name}”`));
  }
  return files;
}

const withoutFile = ({ name }: FileSystemEntry) => `“${name}” was not added: it contains no file.`;
const unreadable = (name: string) => `${name} was not added: it could not be read. Please choose it with the button.`;

const readFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

const readBatch = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
