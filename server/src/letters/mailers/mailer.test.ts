// The guarantees of every mailer: complete letters, one recipient, and the same bytes when a letter is sent again.
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { letterTo } from '../../../testing/letter-harness.ts';
import { openMailServer } from '../../../testing/mail-server.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { createFolderMailer } from './folder-mailer.ts';
import { composeMessage, readMessage } from './mail-message.ts';
import type { Mailer } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

interface MailerCase {
  mailer: Mailer;
  /** The raw letters that arrived, as bytes in latin1. */
  arrived: () => Promise<string[]>;
  close: () => Promise<void>;
}

const mailers: Record<Mailer['kind'], () => Promise<MailerCase>> = {
  async smtp() {
    const server = await openMailServer();
    const mailer = createSmtpMailer({ smtpUrl: server.url });
    return { mailer, arrived: async () => server.arrived.map(({ raw }) => raw), close: server.close };
  },
  async folder() {
    const folder = makeTestFolder();
    const read = async () => {
      const names = (await readdir(folder)).toSorted();
      return Promise.all(names.map((name) => readFile(path.join(folder, name), 'latin1')));
    };
    const close = () => rm(folder, { recursive: true });
    return { mailer: createFolderMailer({ folder }), arrived: read, close };
  },
};

test('a message is read back as it was written, in any script', () => {
  const texts = fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: 300 })
    .map((text) => text.replace(/[\r\0]/g, ''));
  fc.assert(
    fc.property(texts, texts, (line, text) => {
      const subject = line.replace(/\s+/gu, ' ').trim();
      const letter = letterTo('rosa@example.com', { subject, text, html: `<p>${text}</p>` });
      expect(readMessage(composeMessage(letter))).toEqual({ subject, text, html: `<p>${text}</p>` });
    }),
  );
});

describe.each(['smtp', 'folder'] as const)('%s', (kind) => {
  let harness: MailerCase;
  beforeEach(async () => {
    harness = await mailers[kind]();
  });
  afterEach(async () => {
    await harness.close();
  });
  const parsed = async () => {
    const raws = await harness.arrived();
    return Promise.all(raws.map((raw) => PostalMime.parse(Buffer.from(raw, 'latin1'))));
  };

  test('a letter arrives exactly as written, in any script, dots included', async () => {
    const text = `Liebe Rösa 🌿\n.\n.. dots\nمرحبا\n${'long '.repeat(400)}end`;
    await harness.mailer.send(
      letterTo('rosa@example.com', { subject: 'Für Rösa – 思い出 🌿', text, html: `<p>${text}</p>` }),
    );
    const [letter] = await parsed();
    expect(letter?.subject).toBe('Für Rösa – 思い出 🌿');
    expect(letter?.text?.trimEnd()).toBe(text);
    expect(letter?.html).toContain('مرحبا');
  });

  test('a letter has its own Message-ID and date, and is marked as automated', async () => {
    const letter = letterTo('rosa@example.com');
    await harness.mailer.send(letter);
    const [arrived] = await parsed();
    expect(arrived?.messageId).toBe(letter.messageId);
    expect(arrived?.date).toBe('2027-03-04T09:30:00.000Z');
    expect(arrived?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  test.each([
    'Rosa", <eve@evil.example>, "',
    'Rosa <eve@evil.example>',
    'eve@evil.example',
    'Rosa\r\nBcc: eve@evil.example\r\n\r\nhello',
    '=?utf-8?q?eve=40evil.example?=, eve@evil.example',
  ])('LET-17: a name adds no recipient and no header, whatever it contains: %j', async (name) => {
    await harness.mailer.send(letterTo('rosa@example.com', { to: { name, email: 'rosa@example.com' }, subject: name }));
    const [letter] = await parsed();
    expect(letter?.to?.map(({ address }) => address)).toEqual(['rosa@example.com']);
    expect(letter?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(letter?.cc).toBeUndefined();
  });

  test('the same letter sent again is the same bytes', async () => {
    const letter = letterTo('rosa@example.com');
    await harness.mailer.send(letter);
    const [first] = await harness.arrived();
    await harness.mailer.send(letter);
    expect(new Set(await harness.arrived())).toEqual(new Set([first]));
  });

  test('letters sent in parallel all arrive', async () => {
    const letters = Array.from({ length: 20 }, (_, index) => letterTo(`rosa${index}@example.com`));
    await Promise.all(letters.map((letter) => harness.mailer.send(letter)));
    const ids = (await parsed()).map(({ messageId }) => messageId);
    expect(ids.toSorted()).toEqual(letters.map(({ messageId }) => messageId).toSorted());
  });
});
