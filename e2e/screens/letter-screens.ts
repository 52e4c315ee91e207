// The letters as mail programs show them.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { closeLink } from '@remembrance/contract/link-choices.ts';
import { rehearseRelease } from '@remembrance/contract/previews.ts';
import { undoRelease } from '@remembrance/contract/released-vaults.ts';
import { sendAgain } from '@remembrance/contract/send-again.ts';
import { signIn } from '@remembrance/contract/sign-in.ts';
import { createApi } from '../support/api.ts';
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
    await page.setContent(html);
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ width: Math.min(width, letterWidth), height });
  },
});

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
  caused('sign-in-code', signInElsewhere),
  caused('rehearsal-executor-code', rehearse),
  caused('rehearsal-invitation', rehearse),
];
