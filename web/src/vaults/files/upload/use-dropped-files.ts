// Files that are dropped or pasted on an area of the page; a dropped folder stands for the files in it. Files dropped elsewhere are ignored,
// because the browser would open them in place of the page.
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

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
    if (isInArea(event)) void readFiles(transfer).then(onFiles);
  });
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

async function readFiles({ items }: DataTransfer): Promise<File[]> {
  // The browser empties the list after the event, so every item is asked before the first wait.
  const files = await Promise.all([...items].map(filesOfItem));
  return files.flat().filter(({ name }) => !systemFiles.includes(name));
}

async function filesOfItem(item: DataTransferItem): Promise<File[]> {
  const file = item.getAsFile();
  const entry = item.webkitGetAsEntry?.();
  if (entry?.isDirectory) return filesOfEntry(entry);
  return file ? [file] : [];
}

async function filesOfEntry(entry: FileSystemEntry): Promise<File[]> {
  if (isFolder(entry)) return filesOfFolder(entry.createReader());
  return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
}

async function filesOfFolder(reader: FileSystemDirectoryReader): Promise<File[]> {
  const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  if (entries.length === 0) return [];
  const files = await Promise.all(entries.map(filesOfEntry));
  // A folder is read in batches until one is empty.
  return [...files.flat(), ...(await filesOfFolder(reader))];
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
