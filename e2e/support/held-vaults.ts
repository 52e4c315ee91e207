// Vaults whose owner chose what happens before a release, without a browser.
import { addExecutor } from '@remembrance/contract/executors.ts';
import type { WaitHours } from '@remembrance/contract/release-limits.ts';
import { changeReleaseSettings } from '@remembrance/contract/release-requests.ts';
import { codeIn, type Mailbox, mailboxOf } from './mailbox.ts';
import { type Owner, unusedAddress } from './people.ts';
import { type ActiveVault, makeActiveVault, type VaultText } from './vaults.ts';

export interface HeldVault extends ActiveVault {
  second: { mailbox: Mailbox; code: string };
}

interface Choice {
  waitHours?: WaitHours;
  mustAgree?: boolean;
  text?: Partial<VaultText>;
}

/** A vault with a second executor and, if one is given, this choice. */
export async function makeHeldVault(owner: Owner, { text = {}, ...choice }: Choice = {}): Promise<HeldVault> {
  const vault = await makeActiveVault(owner, { text });
  const email = unusedAddress('otto');
  await owner.api.ask(addExecutor, { params: { id: vault.id }, body: { name: 'Otto Berg', email } });
  const mailbox = mailboxOf(owner.api, email);
  const code = codeIn(await mailbox.letter('executor-code'));
  const was = { waitHours: 0, mustAgree: false } as const;
  if (choice.waitHours || choice.mustAgree)
    await owner.api.ask(changeReleaseSettings, { params: { id: vault.id }, body: { ...was, ...choice, was } });
  return { ...vault, second: { mailbox, code } };
}
