// The letters as mail programs show them.
import type { Page } from '@playwright/test';
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { closeLink } from '@remembrance/contract/link-choices.ts';
import { rehearseRelease } from '@remembrance/contract/previews.ts';
import { objectToRelease, releaseVault } from '@remembrance/contract/release.ts';
import { undoRelease } from '@remembrance/contract/released-vaults.ts';
import { sendAgain } from '@remembrance/contract/send-again.ts';
import { signIn } from '@remembrance/contract/sign-in.ts';
import { createApi } from '../support/api.ts';
import { type HeldVault, makeHeldVault } from '../support/held-vaults.ts';
import { laterEmail, laterKinds } from '../support/later-emails.ts';
import type { Mailbox } from '../support/mailbox.ts';
import { newOwner } from '../support/people.ts';
import { makeReleasedVault, type ReleasedVault } from '../support/vaults.ts';
import type { Screen } from './screen.ts';
import type { World } from './world.ts';

/** As wide as desktop mail programs show a letter. */
const letterWidth = 600;

/** A letter as a mail program shows it: its HTML and nothing else. */
const letter = (kind: LetterKind, mailbox: (world: World) => Mailbox): Screen => ({
  name: `letter-${kind}`,
  async open(page, world) {
    const { html } = await mailbox(world).letter(kind);
    await show(page, html);
  },
});

async function show(page: Page, html: string): Promise<void> {
  await page.setContent(html);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ width: Math.min(width, letterWidth), height });
}

/** A letter to the owner, after the action that causes it. */
const caused = (kind: LetterKind, cause: (world: World) => Promise<unknown>): Screen => {
  const shown = letter(kind, ({ owner }) => owner.mailbox);
  return {
    ...shown,
    async open(page, world) {
      if ((await world.owner.mailbox.letters(kind)).length === 0) await cause(world);
      await shown.open(page, world);
    },
  };
};

/** A letter about a release that its owner has undone. Each picture has its own vault. */
const ofUndoneRelease = (kind: LetterKind, mailbox: (vault: ReleasedVault) => Mailbox): Screen => ({
  name: `letter-${kind}`,
  async open(page, world) {
    const vault = await makeReleasedVault(await newOwner(world.service));
    await vault.owner.api.ask(undoRelease, { params: { id: vault.id } });
    await letter(kind, () => mailbox(vault)).open(page, world);
  },
});

/** A letter about a request to which the second executor has objected. */
const ofRequest = (kind: LetterKind, mailbox: (vault: HeldVault) => Mailbox): Screen => ({
  name: `letter-${kind}`,
  async open(page, world) {
    const vault = await makeHeldVault(await newOwner(world.service), { waitHours: 168, mustAgree: true });
    const anybody = createApi(world.service.url);
    const params = { vaultId: vault.id };
    await anybody.ask(releaseVault, { params, body: { accessCode: vault.code } });
    const objection = { accessCode: vault.second.code, reason: 'I spoke to her yesterday.' };
    await anybody.ask(objectToRelease, { params, body: objection });
    await vault.executor.letter('executor-wait', 2);
    await letter(kind, () => mailbox(vault)).open(page, world);
  },
});

const sendExecutorCodeAgain = ({ active, service }: World) =>
  createApi(service.url).ask(sendAgain, { body: { email: active.text.executorEmail ?? '' } });
const rehearse = ({ owner, active }: World) => owner.api.ask(rehearseRelease, { params: { id: active.id } });
const signInElsewhere = ({ owner, service }: World) =>
  createApi(service.url).call(signIn, { body: { email: owner.email, password: owner.password } });

export const letterScreens: readonly Screen[] = [
  letter('email-verification', ({ owner }) => owner.mailbox),
  letter('payment-receipt', ({ owner }) => owner.mailbox),
  letter('vault-released', ({ owner }) => owner.mailbox),
  letter('executor-code', ({ released }) => released.executor),
  {
    ...letter('executor-code-again', ({ active }) => active.executor),
    async open(page, world) {
      await sendExecutorCodeAgain(world);
      await letter('executor-code-again', ({ active }) => active.executor).open(page, world);
    },
  },
  caused('executor-code-resent', sendExecutorCodeAgain),
  letter('recipient-invitation', ({ released }) => released.recipient),
  {
    ...letter('link-disowned', ({ released }) => released.executor),
    async open(page, world) {
      const vault = await makeReleasedVault(await newOwner(world.service));
      const token = new URL(vault.link).pathname.split('/').at(-1) ?? '';
      await createApi(world.service.url).ask(closeLink, { body: { token } });
      await letter('link-disowned', () => vault.executor).open(page, world);
    },
  },
  ofUndoneRelease('release-undone', ({ owner }) => owner.mailbox),
  ofUndoneRelease('executor-release-undone', ({ executor }) => executor),
  ofUndoneRelease('recipient-release-undone', ({ recipient }) => recipient),
  ofRequest('release-wait', ({ owner }) => owner.mailbox),
  ofRequest('release-wait-ended', ({ owner }) => owner.mailbox),
  ofRequest('executor-wait', ({ executor }) => executor),
  ...laterKinds.map((kind) => ({
    name: `letter-${kind}`,
    open: async (page: Page) => show(page, await laterEmail(kind)),
  })),
  caused('sign-in-code', signInElsewhere),
  caused('rehearsal-executor-code', rehearse),
  caused('rehearsal-invitation', rehearse),
];
