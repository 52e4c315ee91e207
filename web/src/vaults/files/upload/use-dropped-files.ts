// Reads files that are dropped or pasted on an area of the page, and the files in a dropped folder. It stops the browser from opening a
// file that is dropped elsewhere in place of the page.
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { toast } from '../../../ui/toast.tsx';

/** @returns whether files are being dragged over the area. */
export function useDroppedFiles(area: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const isInArea = (event: Event) => event.target instanceof Node && area.current?.contains(event.target) === true;

  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setDraggedOver(isInArea(event));
  });
  const onLeave = useEffectEvent(({ relatedTarget }: DragEvent) => {
    if (relatedTarget === null) setDraggedOver(false);
  });
  const onAdded = useEffectEvent((event: Event, transfer: DataTransfer | null) => {
    setDraggedOver(false);
    if (!hasFiles(transfer)) return;
    event.preventDefault();
    if (isInArea(event)) void addReadable(transfer);
  });
  const addReadable = async (transfer: DataTransfer) => {
    const { files, unreadable } = await readFiles(transfer);
    onFiles(files);
    if (unreadable.length === 0) return;
    const description = `We could not read ${unreadable.join(', ')}. Please choose the files with the button.`;
    toast({ title: 'Not Added', description, variant: 'destructive' });
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

/** Files that a system adds to its folders. */
const systemFiles = ['.DS_Store', 'Thumbs.db'];
const isSystemFile = ({ name }: { name: string }): boolean => systemFiles.includes(name);

interface ReadFiles {
  files: File[];
  /** The names of files and folders that the browser may not read, and of folders without a file. */
  unreadable: string[];
}

async function readFiles({ items }: DataTransfer): Promise<ReadFiles> {
  const unreadable: string[] = [];
  // The browser empties the list after the event, so every item is asked before the first wait.
  const dropped = [...items].filter(({ kind }) => kind === 'file');
  const files = await Promise.all(dropped.map((item) => filesOfItem(item, unreadable)));
  return { files: files.flat().filter((file) => !isSystemFile(file)), unreadable };
}

async function filesOfItem(item: DataTransferItem, unreadable: string[]): Promise<File[]> {
  const file = item.getAsFile();
  const entry = item.webkitGetAsEntry?.();
  if (file && !entry?.isDirectory) return [file];
  const inside: string[] = [];
  const files = entry ? await filesOfEntry(entry, inside) : [];
  if (files.every(isSystemFile) && inside.length === 0) inside.push(entry?.name ?? 'a file');
  unreadable.push(...inside);
  return files;
}

async function filesOfEntry(entry: FileSystemEntry, unreadable: string[]): Promise<File[]> {
  const files: File[] = [];
  try {
    if (!isFolder(entry)) return [await readFile(entry as FileSystemFileEntry)];
    const reader = entry.createReader();
    // A folder is read in batches until one is empty.
    for (let entries = await readBatch(reader); entries.length > 0; entries = await readBatch(reader))
      for (const read of await Promise.all(entries.map((one) => filesOfEntry(one, unreadable)))) files.push(...read);
  } catch {
    if (!isSystemFile(entry)) unreadable.push(entry.name);
  }
  return files;
}

const readFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

const readBatch = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
