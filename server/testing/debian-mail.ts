// For tests: Debian's Exim as the service's smarthost and Dovecot with the bounce mailbox, each with its own settings, spool and port.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export const mailPackages = ['exim4-daemon-light', 'dovecot-imapd'];
const [exim, dovecot] = ['/usr/sbin/exim4', '/usr/sbin/dovecot'];
export const hasDebianMail = existsSync(exim) && existsSync(dovecot);
const account = 'Debian-exim';

interface Email {
  text: string;
  /** Of the Maildir: S is seen, F is flagged. */
  flags: string;
}

export interface DebianMail {
  smtpPort: number;
  /** Of the mailbox that gets the bounces. */
  imapUrl: string;
  /** Refuses every recipient for the time being, or no longer. */
  defer(isOn: boolean): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Delivers what Exim has accepted, and then the bounces that this has caused. */
  runQueue(): void;
  /** What is in the bounce mailbox. */
  bounces(): Email[];
  /** What was delivered to an address. */
  emailsTo(address: string): Email[];
  /** Sends a message to the bounce address, as a stranger. */
  addToBounces(text: string): void;
  close(): Promise<void>;
}

/**
 * Mailboxes exist for every name, with exceptions by its beginning: `refused-` and `unknown-` are refused at once, `nobody-` after Exim has
 * accepted the email, and for `slow-` Exim tries for some seconds.
 */
const eximSettings = (home: string, port: number): string => `
primary_hostname = mail.keep.example
spool_directory = ${home}/spool
log_file_path = ${home}/log/%slog
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
deliver_drop_privilege = true
dsn_advertise_hosts = *
tls_advertise_hosts =
keep_environment =
queue_only = true
bounce_return_body = false
delay_warning = 1s
delay_warning_condition = yes
acl_smtp_rcpt = check_recipient
begin acl
check_recipient:
  defer condition = \${if exists{${home}/defer}}
        message = 4.7.1 Greylisted, please try later
  deny  local_parts = ^refused-.*
        message = 5.7.1 Not accepted here
  deny  local_parts = ^unknown-.*
        message = 5.1.1 No such user
  accept
begin routers
bounces:
  driver = accept
  local_parts = bounce
  local_part_suffix = +*
  local_part_suffix_optional
  transport = bounced
slow:
  driver = redirect
  local_parts = ^slow-.*
  allow_defer
  data = :defer: the mailbox is being moved
mailboxes:
  driver = accept
  local_parts = !^nobody-.*
  transport = delivered
begin transports
bounced:
  driver = appendfile
  maildir_format
  directory = ${home}/mail/bounce
delivered:
  driver = appendfile
  maildir_format
  directory = ${home}/mail/delivered
  envelope_to_add
  return_path_add
begin retry
* * F,3s,1s
`;

const dovecotSettings = (home: string, port: number): string => `
base_dir = ${home}/dovecot
state_dir = ${home}/dovecot-state
log_path = ${home}/log/dovecot
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_login_user = ${account}
default_internal_user = ${account}
default_internal_group = ${account}
first_valid_uid = 1
mail_location = maildir:${home}/mail/bounce
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
passdb {
  driver = static
  args = password=hunter2
}
userdb {
  driver = static
  args = uid=${account} gid=${account} home=${home}/mail
}
`;

/** @param place a folder that other accounts may enter */
export async function openDebianMail(place: string): Promise<DebianMail> {
  if (!hasDebianMail) throw new Error(`Exim and Dovecot need Debian's packages ${mailPackages.join(' and ')}.`);
  if (process.getuid?.() !== 0) throw new Error('Exim changes its account, so this needs root.');
  const home = path.join(place, 'mail');
  for (const name of ['', 'spool', 'log', 'mail']) mkdirSync(path.join(home, name));
  execFileSync('chown', ['-R', `${account}:${account}`, home]);
  const [smtpPort, imapPort] = [await freePort(), await freePort()];
  const settings = path.join(home, 'exim.conf');
  writeFileSync(settings, eximSettings(home, smtpPort), { mode: 0o644 });
  writeFileSync(path.join(home, 'dovecot.conf'), dovecotSettings(home, imapPort), { mode: 0o644 });
  const deferFile = path.join(home, 'defer');
  const exims = program(exim, ['-C', settings, '-bdf', '-oX', String(smtpPort), '-oP', path.join(home, 'exim.pid')]);
  const dovecots = program(dovecot, ['-F', '-c', path.join(home, 'dovecot.conf')]);
  const queueRun = () => void execFileSync(exim, ['-C', settings, '-qff']);
  const mail: DebianMail = {
    smtpPort,
    imapUrl: `imap://bounce:hunter2@127.0.0.1:${imapPort}`,
    defer: (isOn) => (isOn ? writeFileSync(deferFile, '') : rmSync(deferFile)),
    start: () => exims.start(smtpPort),
    stop: exims.stop,
    runQueue() {
      queueRun();
      queueRun();
    },
    bounces: () => emailsIn(path.join(home, 'mail/bounce')),
    emailsTo: (address) =>
      emailsIn(path.join(home, 'mail/delivered')).filter(({ text }) => text.includes(`Envelope-to: ${address}\n`)),
    addToBounces(text) {
      const words = ['-C', settings, '-f', 'stranger@elsewhere.example', 'bounce@mail.keep.example'];
      execFileSync(exim, words, { input: text });
    },
    async close() {
      await Promise.all([exims.stop(), dovecots.stop()]);
    },
  };
  await mail.start();
  await dovecots.start(imapPort);
  return mail;
}

const emailsIn = (mailbox: string): Email[] =>
  ['new', 'cur'].flatMap((state) => {
    const folder = path.join(mailbox, state);
    const files = existsSync(folder) ? readdirSync(folder).toSorted() : [];
    return files.map((file) => ({
      text: readFileSync(path.join(folder, file), 'utf8'),
      flags: file.split(':2,')[1] ?? '',
    }));
  });

/** A program that stays in the foreground and ends on SIGTERM. */
function program(command: string, words: string[]) {
  let running: { end: () => void; ended: Promise<unknown> } | null = null;
  return {
    async start(port: number): Promise<void> {
      const child = spawn(command, words, { cwd: '/', stdio: 'ignore' });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      running = { end: () => void child.kill('SIGTERM'), ended };
      while (child.exitCode === null && !(await isListening(port))) await delay(20);
      if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
    },
    async stop(): Promise<void> {
      running?.end();
      await running?.ended;
      running = null;
    },
  };
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
