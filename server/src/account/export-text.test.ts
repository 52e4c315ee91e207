// The texts of an export contain everything the owner wrote, and name what the export lacks.
import { expect, test } from 'vitest';
import { type ExportedVault, readmeText, vaultText } from './export-text.ts';

const vault: ExportedVault = {
  id: '1',
  title: 'For Rosa',
  status: 'active',
  plan: 'Premium',
  paymentStatus: 'paid',
  recipient: { name: 'Rosa', email: 'rosa@example.com', secondEmail: null },
  followUp: false,
  message: 'The heron came back.\n\n  I wanted you to know.\n',
  securityQuestions: ['Where did we see the heron?'],
  executors: [
    { name: 'Edda', email: 'edda@example.com', secondEmail: 'edda@work.example.com' },
    { name: 'Emil', email: 'emil@example.com', secondEmail: null },
  ],
  files: [
    {
      name: 'a.mp3',
      path: 'files/a.mp3',
      type: 'audio/mpeg',
      sizeBytes: 1,
      addedAt: '2027-03-04T09:30:00Z',

      caption: 'The mill song',
      transcript: 'La la, the mill.',
      isDamaged: true,
    },
  ],
  scheduledReleaseDate: '2030-01-01T00:00:00Z',
  createdAt: '2027-03-04T09:30:00Z',
  activatedAt: null,
  releasedAt: null,
  history: [],
};

test("a vault's text has everything its owner wrote, with the message unchanged", () => {
  const text = vaultText(vault);
  for (const part of [
    'Rosa <rosa@example.com>',
    'Edda <edda@example.com>, <edda@work.example.com>',
    'Emil <emil@',
    'Where did we',
    'files/a.mp3, “The mill song”, damaged where we store it, so it is not complete here',
    'La la, the mill.',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toContain('Date set:  2030-01-01T00:00:00Z');
  expect(text).toContain(vault.message);
  expect(text).not.toContain('released');
  expect(vaultText({ ...vault, scheduledReleaseDate: null })).not.toContain('Date set');
  const released = vaultText({ ...vault, status: 'released', releasedAt: '2030-01-01T00:00:01Z' });
  expect(released).toContain('State:     released, released 2030-01-01T00:00:01Z');
});

test('the export states that it lacks codes and answers', () => {
  const readme = readmeText('Keepsake', '2027-03-04T09:30:00Z');
  expect(readme).toContain('Your account with Keepsake, as it was on 2027-03-04T09:30:00Z');
  expect(readme).toMatch(/codes and the answers .* are not in here/);
});
