// How much memory an upload costs the server: it is streamed to the disk, so its size must not matter. And the same for the
// export of everything, which is made while it is sent.
// `node lab/memory/file-memory.ts [megabytes]` measures both with a file of 500 MB.
import { api } from '@remembrance/contract/api.ts';
import { createInstallation } from '../support/installation.ts';
import { uploadLargeFile } from '../support/large-upload.ts';
import { type Measured, measureMemory } from '../support/memory.ts';
import { openAccount, openVault } from '../support/owner.ts';

export async function measureFileMemory(megabytes: number): Promise<{ upload: Measured; exported: Measured }> {
  const installation = await createInstallation();
  const server = installation.spawn();
  try {
    await server.ready();
    const owner = await openAccount(installation.url, 'ada@example.com');
    const people = { recipientEmail: 'rosa@example.com', executorEmail: 'edda@example.com' };
    const { id } = await openVault(owner, { title: 'For Rosa', message: 'A large file.', ...people });
    const download = async (min: number) => {
      const { status, body } = await owner.call(api.exportAccount);
      if (status !== 200 || body.length < min) throw new Error(`the export was answered ${status}`);
    };
    await uploadLargeFile(owner, id, 4); // what the first of each costs a process once is not asked here
    await download(0);
    const upload = await measureMemory(server.pid, () => uploadLargeFile(owner, id, megabytes));
    return { upload, exported: await measureMemory(server.pid, () => download(megabytes * 1024 * 1024)) };
  } finally {
    await server.stop();
    installation.remove();
  }
}

if (import.meta.main) {
  const megabytes = Number(process.argv[2] ?? 500);
  const measured = await measureFileMemory(megabytes);
  for (const [what, { addedMegabytes, seconds }] of Object.entries(measured))
    console.log(`${what} of ${megabytes} MB: ${addedMegabytes} MB added to the server, ${seconds.toFixed(1)} s`);
  process.exit(Object.values(measured).every(({ addedMegabytes }) => addedMegabytes < 100) ? 0 : 1);
}
