// "This was not me": each kind of change, what is restored, each refusal with its next step, and links opened twice.
import { confirmEmailChange } from '@remembrance/contract/account.ts';
import {
  agreeToMove,
  type OwnerChange,
  showOwnerChange,
  undoOwnerChange,
} from '@remembrance/contract/owner-changes.ts';
import { getProof } from '@remembrance/contract/proof.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isAt, pressTwice } from '../../testing/on-screen.ts';
import { alerts, fakeService, heading, openScreen, sentTo, shows } from '../../testing/open-screen.tsx';

const noEarlier = { earlier: null, canPutBack: false };
const change: OwnerChange = {
  kind: 'recipient',
  vaultTitle: 'For Rosa',
  at: '2026-11-20T12:00:00.000Z',
  until: '2026-11-27T12:00:00.000Z',
  earlier: { name: 'Rosa', email: 'rosa@example.com' },
  isUndo: false,
  newer: [],
  canChangeMind: false,
  canPutBack: true,
  hasPassword: true,
  contentFrom: null,
};
const press = (name: string) => screen.getByRole('button', { name });

async function openLink(changes: Partial<OwnerChange> = {}) {
  const service = fakeService();
  service.reply(showOwnerChange, { ...change, ...changes });
  const { user } = openScreen('/undo-change#t0ken');
  await heading('Was this not you?');
  await shows('else may have access to your account.');
  return { service, user };
}

test.each([
  ['title', 'Restore the title', 'restores the previous title.', 'The previous title is restored.'],
  [
    'recipient',
    'Restore the recipient',
    'restores Rosa (rosa@example.com) as the recipient.',
    'Rosa (rosa@example.com) is the recipient again.',
  ],
  [
    'executor',
    'Restore the executor',
    'as the executor, with the second address from before, if there was one.',
    'is the executor again. If that took an address away and they had a code, we have sent a new one, and the previous code no longer works.',
  ],
  [
    'content',
    'Restore the content',
    'restores the previous message and files.',
    'The previous message and files are restored.',
  ],
  [
    'release-date',
    'Undo the change',
    'restores the previous release date, or removes the date if there was none.',
    'The change to the release date was undone.',
  ],
  [
    'vault-deletion',
    'Restore the vault',
    'restores it with its message and files.',
    'Your vault is restored, with its message and files.',
  ],
  [
    'passkey-added',
    'Remove the passkey',
    'removes that passkey.',
    'The added passkey was removed. It can no longer be used to sign in.',
  ],
  ['two-factor-on', 'Turn it off', 'turns the second step off again.', 'The second step is off again.'],
  [
    'two-factor-off',
    'Turn it on again',
    'turns it on again, with your previous authenticator app and recovery codes.',
    'The second step is on again, with your previous authenticator app and recovery codes, except codes that you have stopped.',
  ],
  [
    'recovery-codes-renewed',
    'Stop the new codes',
    'stops the new codes from working. You can create others in your account afterwards.',
    'The new recovery codes no longer work. Please create others in your account.',
  ],
  ['name', 'Restore my name', 'restores the previous name.', 'The previous name is restored.'],
  ['email-asked', 'Keep my address', 'keeps your current address.', 'Your address stays the same.'],
  [
    'email',
    'Restore my address',
    'restores Rosa (rosa@example.com).',
    'Your address is Rosa (rosa@example.com) again.',
  ],
] as const)('a changed %s is restored by "%s"', async (kind, button, offer, done) => {
  const { service, user } = await openLink({ kind });
  await shows(offer);
  await shows('This works until Friday, November 27, 2026');
  expect(sentTo(undoOwnerChange)).toEqual([]);
  service.reply(undoOwnerChange, { isPutBack: true });
  pressTwice(press(button));
  const title = await heading('Everyone else is signed out');
  await shows(done);
  expect(document.activeElement).toBe(title);
  expect(sentTo(undoOwnerChange)).toEqual([{ token: 't0ken', putBack: true }]);
  const pages = window.history.length;
  await user.click(screen.getByRole('link', { name: 'Choose a new password' }));
  await isAt('/forgotten-password');
  expect(window.history.length).toBe(pages);
});

test.each([
  ['executor-code', 'a new code for your vault “For Rosa” was sent to its executor.'],
  ['export', 'a copy of everything in your account was downloaded.'],
  ['passkey-removed', 'a passkey was removed from your account.'],
  ['provider-linked', 'your account was linked to your sign-in provider. The password and all passkeys were removed.'],
  ['token-created', 'a token that can read your account was created.'],
  ['sessions-ended', 'a browser was signed out of your account. This was done from another browser.'],
  ['plan-cancelled', 'a plan of your account was cancelled.'],
] as const)('after a change of the kind %s everyone else can be signed out', async (kind, happened) => {
  const { service, user } = await openLink({ kind, ...noEarlier });
  await shows(happened);
  expect(screen.getAllByRole('button')).toHaveLength(1);
  service.reply(undoOwnerChange, { isPutBack: false });
  await user.click(press('Sign everyone else out'));
  await heading('Everyone else is signed out');
  expect(sentTo(undoOwnerChange)).toEqual([{ token: 't0ken', putBack: false }]);
});

test('an owner who deleted a vault and changed their mind restores it, and nobody is signed out', async () => {
  const { service, user } = await openLink({ kind: 'vault-deletion', canChangeMind: true });
  service.reply(undoOwnerChange, { isPutBack: true });
  await user.click(press('I changed my mind: restore it'));
  await heading('Your vault is restored');
  await shows('Nobody was signed out.');
  expect(sentTo(undoOwnerChange)).toEqual([{ token: 't0ken', putBack: true, changedMind: true }]);
});

test('CHANGE-16: where something newer would be replaced, the page says what goes, and that it is kept', async () => {
  await openLink({ kind: 'content', newer: ['message', 'files'] });
  await shows('It also replaces the message, which was written again later and the files that were added later.');
  await shows('We keep what is replaced for 7 days, and our email about it can bring it back.');
});

test('CHANGE-16: an owner who is not logged in here is asked for a proof in place, and the undo is sent again', async () => {
  const { service, user } = await openLink({ kind: 'content', newer: ['message'] });
  service.refuse(undoOwnerChange, 'proof-needed');
  service.refuse(getProof, 'unauthorized');
  await user.click(press('Restore the content'));
  await shows('You are not logged in in this browser.');
  service.reply(undoOwnerChange, { isPutBack: true });
  await user.click(screen.getByRole('button', { name: 'I have logged in' }));
  await heading('Everyone else is signed out');
  expect(sentTo(undoOwnerChange)).toHaveLength(2);
});

test('an owner who set a date and changed their mind reads what each of the two ways does', async () => {
  const earlierDate = '2040-05-01T10:00:00.000Z';
  const { service, user } = await openLink({ kind: 'release-date', earlierDate, canChangeMind: true });
  await shows('restores the release date Tuesday, May 1, 2040');
  await shows('If it was you and you changed your mind, undo it here. Nobody is signed out.');
  await shows('If it was not you, someone else may have access to your account.');
  press('This was not me: undo the change');
  service.reply(undoOwnerChange, { isPutBack: true });
  await user.click(press('I changed my mind: undo it'));
  await heading('The change is undone');
  expect(sentTo(undoOwnerChange)).toEqual([{ token: 't0ken', putBack: true, changedMind: true }]);
});

test('an undo can itself be undone without signing anybody out', async () => {
  const { service, user } = await openLink({ kind: 'recipient', isUndo: true, canChangeMind: true });
  await shows('was undone by the link in our email.');
  service.reply(undoOwnerChange, { isPutBack: true });
  await user.click(press('I changed my mind: restore it'));
  await heading('It is restored');
  expect(sentTo(undoOwnerChange)).toEqual([{ token: 't0ken', putBack: true, changedMind: true }]);
});

test('an owner without a password is asked to change it at the provider', async () => {
  const { service, user } = await openLink({ hasPassword: false });
  service.refuse(undoOwnerChange, 'vault-released');
  await user.click(press('Restore the recipient'));
  await alerts('Everyone else was signed out of your account.');
  expect(screen.queryByRole('link', { name: 'Choose a new password' })).toBeNull();
  service.reply(undoOwnerChange, { isPutBack: false });
  await user.click(press('Only sign everyone else out'));
  await shows('Please change your password at the provider where you sign in now');
  expect(screen.queryByRole('link', { name: 'Choose a new password' })).toBeNull();
});

test('UNDO-3: the link about a release has one button, which undoes it and signs nobody out', async () => {
  const service = fakeService();
  service.reply(showOwnerChange, { ...change, kind: 'release', earlier: null, canChangeMind: true });
  const { user } = openScreen('/undo-change#t0ken');
  await heading('Undo the release?');
  await shows('your vault “For Rosa” was released.');
  expect(screen.getAllByRole('button').filter(({ textContent }) => /sign|undo/i.test(textContent))).toHaveLength(1);
  service.reply(undoOwnerChange, { isPutBack: true });
  await user.click(press('Undo the release'));
  await heading('The release is undone');
  await shows('Nobody was signed out.');
  expect(sentTo(undoOwnerChange)).toEqual([{ token: 't0ken', putBack: true, changedMind: true }]);
});

test.each(['account-suspended', 'busy'] as const)(
  'a release that is not undone (%s) says why, and can be tried again',
  async (code) => {
    const service = fakeService();
    service.reply(showOwnerChange, { ...change, kind: 'release', earlier: null, canChangeMind: true });
    const { user } = openScreen('/undo-change#t0ken');
    await heading('Undo the release?');
    service.refuse(undoOwnerChange, code);
    await user.click(press('Undo the release'));
    await alerts(refusals[code].detail);
    expect(press('Undo the release')).not.toBeNull();
  },
);

test('the owner can keep a change and still sign everyone else out', async () => {
  const { service, user } = await openLink();
  service.reply(undoOwnerChange, { isPutBack: false });
  await user.click(press('Only sign everyone else out'));
  await heading('Everyone else is signed out');
  expect(document.body.textContent).not.toContain('is the recipient again');
  expect(sentTo(undoOwnerChange)).toEqual([{ token: 't0ken', putBack: false }]);
});

test('an untitled vault and a previous right-to-left name are shown', async () => {
  await openLink({ vaultTitle: null, earlier: { name: 'ליאה 🌿', email: 'lea@example.com' } });
  await shows('the recipient of your vault was changed.');
  await shows('restores ליאה 🌿 (lea@example.com) as the recipient.');
});

test.each([
  ['change-link-unknown', 'Please open it again from the email, or copy the complete link.'],
  ['change-link-expired', 'This link worked for seven days and can no longer undo the change.'],
  ['change-undone', 'This change was already undone. There is nothing more to do here.'],
] as const)('a link refused as %s says why and leads to a new password', async (code, words) => {
  fakeService().refuse(showOwnerChange, code);
  openScreen('/undo-change#t0ken');
  await heading('This link cannot be used');
  await alerts(words);
  expect(screen.getByRole('link', { name: 'Choose a new password' })).not.toBeNull();
});

test('a link with a part missing says so and leads to a new password', async () => {
  fakeService().refuse(showOwnerChange, 'invalid-input', { detail: 'This link is not complete' });
  openScreen('/undo-change#t0ken');
  await heading('This link cannot be used');
  await alerts('This link is not complete');
});

test.each(['busy', 'too-many-requests', 'database-unavailable', 'on-hold'] as const)(
  'a service that answers %s does not make the link unusable, and the page can be loaded again',
  async (code) => {
    const service = fakeService();
    service.refuse(showOwnerChange, code);
    const { user } = openScreen('/undo-change#t0ken');
    await heading('This page could not be shown');
    expect(screen.queryByRole('link', { name: 'Choose a new password' })).toBeNull();
    service.reply(showOwnerChange, change);
    await user.click(press('Try again'));
    await heading('Was this not you?');
  },
);

test('two clicks before the page has updated undo the change once, and show no used link', async () => {
  const { service } = await openLink();
  service.replyWith(undoOwnerChange, () => {
    service.refuse(undoOwnerChange, 'change-undone');
    return { isPutBack: true };
  });
  pressTwice(press('Restore the recipient'));
  await heading('Everyone else is signed out');
  expect(sentTo(undoOwnerChange)).toHaveLength(1);
});

test('after a lost connection the link is not called unusable, and the page can be loaded again', async () => {
  const service = fakeService();
  service.disconnect(showOwnerChange);
  const letGo = service.hold(showOwnerChange);
  const { user } = openScreen('/undo-change#t0ken');
  await shows('Loading what was changed');
  letGo();
  await heading('This page could not be shown');
  await alerts('The service could not be reached.');
  service.reply(showOwnerChange, change);
  await user.click(press('Try again'));
  await heading('Was this not you?');
});

test.each([
  ['vault-released', 'The change could not be undone. Everyone else was signed out of your account.', true],
  ['vault-not-found', 'The change could not be undone. Everyone else was signed out of your account.', true],
  ['vault-unreadable', 'The change could not be undone. Everyone else was signed out of your account.', true],
  ['release-date-passed', 'Please sign in and choose another date. The change could not be undone.', true],
  ['email-taken', 'move it to another address', false],
] as const)('an undo refused as %s says what happened', async (code, words, leadsOn) => {
  const { service, user } = await openLink();
  service.refuse(undoOwnerChange, code);
  await user.click(press('Restore the recipient'));
  await alerts(words);
  expect(screen.queryAllByRole('link', { name: 'Choose a new password' })).toHaveLength(leadsOn ? 1 : 0);
});

test.each([
  [true, 1],
  [false, 0],
])(
  'a link that was used in another tab offers only a new password, if there is one (%s)',
  async (hasPassword, links) => {
    const { service, user } = await openLink({ hasPassword });
    service.refuse(undoOwnerChange, 'change-undone');
    await user.click(press('Restore the recipient'));
    await heading('This link cannot be used');
    await alerts('This change was already undone. There is nothing more to do here.');
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.queryAllByRole('link', { name: 'Choose a new password' })).toHaveLength(links);
  },
);

test('an undo that got no response can be pressed again', async () => {
  const { service, user } = await openLink();
  service.disconnect(undoOwnerChange);
  await user.click(press('Restore the recipient'));
  await alerts('The service could not be reached.');
  service.reply(undoOwnerChange, { isPutBack: true });
  await user.click(press('Restore the recipient'));
  await heading('Everyone else is signed out');
});

async function openConfirmation() {
  const { user } = openScreen('/confirm-address#t0ken');
  await heading('Confirm your new address');
  return { service: fakeService(), user };
}

test('opening the link confirms no address; one click does', async () => {
  const { service, user } = await openConfirmation();
  expect(service.received(confirmEmailChange)).toEqual([]);
  await shows('If you did not ask for this, just close this page. Nothing will change.');
  service.disconnect(confirmEmailChange);
  await user.click(press('Confirm my new address'));
  await alerts('The service could not be reached.');
  service.reply(confirmEmailChange, { email: 'new@example.com' });
  pressTwice(press('Confirm my new address'));
  await heading('Your address is changed');
  await shows('From now on you sign in with new@example.com, and our emails go there.');
  expect(service.received(confirmEmailChange).map(({ body }) => body)).toEqual(Array(2).fill({ token: 't0ken' }));
});

test('two clicks before the page has updated confirm an address once, and show no used link', async () => {
  const { service } = await openConfirmation();
  service.replyWith(confirmEmailChange, () => {
    service.refuse(confirmEmailChange, 'email-link-refused');
    return { email: 'new@example.com' };
  });
  pressTwice(press('Confirm my new address'));
  await heading('Your address is changed');
  expect(service.received(confirmEmailChange)).toHaveLength(1);
});

test('a busy service does not make the link unusable, and the address can be confirmed later', async () => {
  const { service, user } = await openConfirmation();
  service.refuse(confirmEmailChange, 'busy');
  await user.click(press('Confirm my new address'));
  await alerts('Please try again in a few seconds.');
  service.reply(confirmEmailChange, { email: 'new@example.com' });
  await user.click(press('Confirm my new address'));
  await heading('Your address is changed');
});

test('a used link leads to the account, and a newer one in the same tab works', async () => {
  const { service, user } = await openConfirmation();
  service.refuse(confirmEmailChange, 'email-link-refused');
  await user.click(press('Confirm my new address'));
  await heading('This link cannot be used');
  await alerts('Please ask for a new link on your account page.');
  expect(screen.getByRole('link', { name: 'Go to your account' }).getAttribute('href')).toBe('/account');
  act(() => {
    window.location.hash = '#newer';
  });
  await heading('Confirm your new address');
});

test('the holder of the previous mailbox agrees to a move with one button, and is thanked', async () => {
  const { service, user } = await openLink({ kind: 'email', contentFrom: '2026-11-21T12:00:00.000Z' });
  service.reply(agreeToMove, {});
  await shows('If it was you, press the button below');
  expect(service.received(agreeToMove)).toHaveLength(0);
  await user.click(press('It was me'));
  await shows('The account can read what you have written again.');
  expect(sentTo(agreeToMove)).toEqual([{ token: 't0ken' }]);
});

test('a change with nothing to agree to shows no such button', async () => {
  await openLink({ kind: 'email' });
  expect(screen.queryByRole('button', { name: 'It was me' })).toBeNull();
});
