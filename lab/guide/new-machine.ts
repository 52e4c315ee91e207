// A new Debian in a folder, entered by chroot, with the network of this machine. It has no systemd: a stand-in for `systemctl` starts what the
// unit says, as its user, with its settings, in its folder.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { debianRoot, makeDebianRoot } from '../support/debian-root.ts';
import { processes, signal } from '../support/processes.ts';

/** @param repository the project's folder on this machine, from which the new one clones */
export function openNewMachine(folder: string, repository: string): NewMachine {
  if (process.getuid?.() !== 0) throw new Error('A new machine needs root, for chroot and mounts.');
  makeDebianRoot();
  const root = path.join(folder, 'machine');
  mkdirSync(root);
  execFileSync('tar', ['-xf', debianRoot, '-C', root]);
  const mounted: string[] = [];
  const mount = (source: string, place: string, ...options: string[]) => {
    mkdirSync(path.join(root, place), { recursive: true });
    execFileSync('mount', [...options, source, path.join(root, place)]);
    mounted.unshift(path.join(root, place));
  };
  mount('proc', 'proc', '-t', 'proc');
  mount('/dev', 'dev', '--bind');
  mount('/etc/ssl/certs', 'etc/ssl/certs', '--bind'); // npm asks its registry through this machine's authorities
  execFileSync('git', ['clone', '--quiet', '--bare', repository, path.join(root, repositoryPlace)]);
  const write = (place: string, text: string, mode = 0o644) => {
    writeFileSync(path.join(root, place), text);
    chmodSync(path.join(root, place), mode);
  };
  write('etc/resolv.conf', readFileSync('/etc/resolv.conf', 'utf8'));
  write('etc/apt/apt.conf.d/50yes', 'APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\n');
  write('etc/dpkg/dpkg.cfg.d/fast', 'force-unsafe-io\n');
  write('usr/local/bin/systemctl', systemctl, 0o755);
  write('usr/local/bin/journalctl', '#!/bin/sh\ntail -n 30 /var/log/remembrance.log\n', 0o755);
  return {
    path: root,
    async run(script, workingDirectory = '/') {
      // Not spawnSync: the mail server that a command calls runs in this process.
      const child = spawn('chroot', [root, '/bin/sh', '-ec', `cd ${workingDirectory}\n${script}`], {
        env: {
          PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
          HOME: '/root',
          LANG: 'C.UTF-8',
          DEBIAN_FRONTEND: 'noninteractive',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const outputs: string[] = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => outputs.push(String(part)));
      const [status] = await once(child, 'close');
      return { status, output: outputs.join('') };
    },
    close() {
      signal(processesUnder(root), 'SIGKILL');
      for (const place of mounted) execFileSync('umount', ['--lazy', place]);
    },
  };
}

/** Where the new machine finds the repository. */
const repositoryPlace = 'mnt/repository';

export interface NewMachine {
  path: string;
  /** Runs lines of a shell as root. The first that fails ends them. */
  run(script: string, workingDirectory?: string): Promise<{ status: number | null; output: string }>;
  /** Ends its processes, so that its folder can be removed. */
  close(): void;
}

const systemctl = `#!/bin/sh
unit=/etc/systemd/system/remembrance.service
value() { sed -n "s/^$1=//p" $unit; }
case "$*" in
  daemon-reload) ;;
  'enable --now remembrance' | 'restart remembrance')
    [ "$1" = enable ] || "$0" stop remembrance
    install -d -m "$(value StateDirectoryMode)" -o "$(value User)" -g "$(value User)" "/var/lib/$(value StateDirectory)"
    cd "$(value WorkingDirectory)"
    set -a
    . "$(value EnvironmentFile)"
    touch /var/log/remembrance.log
    setpriv --reuid="$(value User)" --regid="$(value User)" --init-groups $(value ExecStart) >> /var/log/remembrance.log 2>&1 &
    echo $! > /run/remembrance.pid ;;
  'disable --now remembrance' | 'stop remembrance')
    kill "$(cat /run/remembrance.pid)"
    while [ -d "/proc/$(cat /run/remembrance.pid)" ]; do sleep 0.2; done ;;
  *) echo "the stand-in for systemd does not know: $*" >&2; exit 1 ;;
esac
`;

function processesUnder(root: string): number[] {
  return processes().filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/root`) === root;
    } catch {
      return false; // it has ended since
    }
  });
}
