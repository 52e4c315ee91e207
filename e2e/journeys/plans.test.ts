// Plans and payments: each plan bought, trials ended in both ways, a failed payment paid later, a second vault, and payment in two tabs.
// Prices and limits are the specification's.
import type { Locator, Page } from '@playwright/test';
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { codeIn, linkIn, mailboxOf } from '../support/mailbox.ts';
import { makeText } from '../support/media.ts';
import { type Owner, signInQuietly } from '../support/people.ts';
import { monthPasses, pressOf, subscriptionBegunBy, trialRunsOut } from '../support/sandbox.ts';
import {
  answer,
  cards,
  confirmRelease,
  enterCode,
  fillCard,
  heading,
  keepVault,
  openLetter,
  openPlans,
  payAtCheckout,
  proveAddress,
  rightAnswers,
  writeVault,
} from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { makeVault, vaultText } from '../support/vaults.ts';

interface Specified {
  name: 'basic_one_time' | 'premium_one_time' | 'basic_subscription' | 'premium_subscription';
  shown: string;
  price: string;
  isMonthly: boolean;
  vaults: 1 | 2;
  edits: string;
}

const plans: Specified[] = [
  { name: 'basic_one_time', shown: 'Basic', price: '$29.99', isMonthly: false, vaults: 1, edits: '1 edit left' },
  { name: 'premium_one_time', shown: 'Premium', price: '$49.99', isMonthly: false, vaults: 2, edits: '1 edit left' },
  { name: 'basic_subscription', shown: 'Basic Plus', price: '$2.99', isMonthly: true, vaults: 1, edits: 'Unlimited' },
  {
    name: 'premium_subscription',
    shown: 'Premium Plus',
    price: '$4.99',

    isMonthly: true,
    vaults: 2,
    edits: 'Unlimited',
  },
];

const plan = (page: Page, { shown }: Specified): Locator => page.getByRole('article', { name: shown, exact: true });
/** The features of each plan, wherever it is shown. */
const promises = ({ vaults, isMonthly }: Specified): string[] => [
  ...[vaults === 1 ? '1 vault' : '2 vaults', '1 message + up to 5 photos/songs/art'],
  ...[isMonthly ? 'Unlimited vault edits' : /* of a vault, or of each */ '1-time'],
  ...['Secure executor release', 'Email notifications'],
];

for (const wanted of plans) {
  const { name, shown, price, isMonthly, vaults, edits } = wanted;
  test(`${shown} costs ${price}, and each screen on the way shows its price and limits`, async ({ page, owner }) => {
    const text = vaultText();
    await signInQuietly(page, owner);
    await page.goto('/pricing');
    if (isMonthly) await page.getByRole('tab', { name: 'Monthly Subscription' }).click();
    await expect(plan(page, wanted)).toContainText(isMonthly ? `${price} /month after trial` : `${price} one-time`);
    for (const promise of promises(wanted)) await expect(plan(page, wanted)).toContainText(promise);
    if (isMonthly) {
      await expect(plan(page, wanted)).toContainText('First Month FREE');
      await expect(plan(page, wanted)).toContainText(`Then ${price}/month, cancel anytime`);
    }
    await expect(plan(page, wanted).getByText('Recommended')).toHaveCount(name === 'premium_one_time' ? 1 : 0);
    await plan(page, wanted).getByRole('link', { name: 'Get Started' }).click();

    await openPlans(page);
    const choice = page.getByRole('radio', { name: shown, exact: true });
    await expect(choice).toBeChecked();
    await expect(choice.locator('..')).toContainText(isMonthly ? `${price} /month` : `${price} one-time`);
    for (const promise of promises(wanted)) await expect(choice.locator('..')).toContainText(promise);
    await writeVault(page, text);
    await keepVault(page);
    await expectToast(page, 'Continue to payment to activate your vault');

    await expect(page.getByText(`Activate your vault for ${price}${isMonthly ? '/month' : ''}`)).toBeVisible();
    const included = page.getByRole('region', { name: "What's Included" });
    for (const promise of promises(wanted)) await expect(included).toContainText(promise);
    if (isMonthly) {
      await expect(included).toContainText(`no charge today, then ${price}/month. Cancel anytime.`);
    } else await expect(included).not.toContainText('free');
    await fillCard(page, cards.good);
    await page.getByRole('button', { name: isMonthly ? 'Start the free month' : `Pay ${price}` }).click();
    await expectToast(page, isMonthly ? 'Trial Started' : 'Payment Successful');

    await expect(heading(page, text.title)).toBeVisible();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await expect(page.getByText(edits)).toBeVisible();
    await expectBilled(page, wanted);
    const used = vaults === 1 ? 'Your one vault is in use' : '1 of 2 vaults used';
    await expect(page.getByText(used)).toBeVisible();
  });
}

async function expectBilled(page: Page, { shown, price, isMonthly }: Specified): Promise<void> {
  await page.goto('/account/billing');
  const section = page.getByRole('region', { name: shown, exact: true });
  await expect(section).toContainText(isMonthly ? `${price} a month` : `${price}, paid once`);
  await expect(section).toContainText(isMonthly ? `Next payment: ${price} on ` : 'We charge nothing more.');
  await expect(page.getByRole('link', { name: /^Receipt of / })).toHaveCount(isMonthly ? 0 : 1);
}

for (const { name, shown, isMonthly } of plans.filter(({ vaults }) => vaults === 2)) {
  test(`${shown} has a place for a second vault without another payment, and none for a third`, async ({
    page,
    owner,
  }) => {
    const first = await makeVault(owner, { text: { planType: name } });
    await signInQuietly(page, owner);
    await payAtCheckout(page, first.id);

    const text = vaultText({ planType: name, title: 'For Jonas' });
    // A vault with files takes its place only once the files are stored.
    await page.goto(`/create-vault?plan=${name}&promo=freetrial`);
    await expect(
      page.getByRole('paragraph').filter({ hasText: '1 of 2 vaults used. There is nothing to pay.' }),
    ).toBeVisible();
    await writeVault(page, text);
    await page.getByLabel('Files', { exact: true }).setInputFiles(makeText('letter.txt'));
    await keepVault(page);
    await expectToast(page, 'Your plan includes it, so it is already active.');
    await expect(heading(page, 'For Jonas')).toBeVisible();
    const [second] = await owner.api.ask(listVaults);
    expect(second).toMatchObject({ title: 'For Jonas', paymentStatus: isMonthly ? 'trial' : 'paid' });
    const executors = await owner.api.ask(listExecutors, { params: { id: second?.id ?? '' } });
    expect(executors).toMatchObject([{ email: text.executorEmail }]);
    await mailboxOf(owner.api, text.executorEmail).letter('executor-code');
    await page.goto('/account/billing');
    await expect(page.getByText('2 of 2 vaults used')).toBeVisible();

    await page.goto(`/create-vault?plan=${name}`);
    await expect(page.getByText(`${shown} has no room for another vault`)).toBeVisible();
    await writeVault(page, vaultText({ planType: name, title: 'For Ruth' }));
    await page.getByRole('button', { name: 'Create Vault' }).click();
    await expect(page.getByText('All vaults of this plan are in use.')).toBeVisible();
    expect(await owner.api.ask(listVaults)).toHaveLength(2);
  });
}

const larger = { basic_one_time: 'Premium', basic_subscription: 'Premium Plus' } as const;

for (const [name, largerPlan] of Object.entries(larger) as [keyof typeof larger, string][]) {
  test(`the form says on opening that ${name} is full, and offers ${largerPlan} before anything is written`, async ({
    page,
    owner,
  }) => {
    const first = await makeVault(owner, { text: { planType: name } });
    await signInQuietly(page, owner);
    await payAtCheckout(page, first.id);
    await page.goto(`/create-vault?plan=${name}`);
    await expect(page.getByRole('paragraph').filter({ hasText: 'Your one vault is in use.' })).toBeVisible();
    await page.getByRole('button', { name: `Use ${largerPlan}` }).click();
    await expect(page.getByRole('heading', { name: `Plan: ${largerPlan}` })).toBeVisible();
    await writeVault(page, vaultText());
    await keepVault(page);
    await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
    expect(await owner.api.ask(listVaults)).toHaveLength(2);
  });
}

test('a trial with a card is charged at its end, and its owner is notified beforehand', async ({ page, owner }) => {
  const vault = await makeVault(owner, { text: { planType: 'basic_subscription' } });
  await signInQuietly(page, owner);
  const subscription = await subscriptionBegunBy(page, () => payAtCheckout(page, vault.id));
  await pressOf(page, subscription, 'Pass 28 days');
  expect((await owner.mailbox.letter('trial-ending')).text).toContain('charged to your card');
  await page.goto('/account/billing');
  await expect(page.getByText('Free month', { exact: true })).toBeVisible();
  await trialRunsOut(page, subscription);

  await page.goto('/account/billing');
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Next payment: \$2\.99 on /)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Receipt of .*Basic Plus, monthly/ })).toHaveCount(1);
  await page.goto(`/vault/${vault.id}`);
  await expect(page.getByRole('link', { name: 'Edit Vault' })).toBeVisible();
});

test('when a trial without a card ends, its vault is frozen, its executor releases it, and its recipient reads it', async ({
  page,
  visitor,
  owner,
}) => {
  const vault = await makeVault(owner, { text: { planType: 'premium_subscription' } });
  await signInQuietly(page, owner);
  const subscription = await subscriptionBegunBy(page, async () => {
    await page.goto(`/checkout/${vault.id}?promo=freetrial`);
    await page.getByRole('button', { name: 'Start the free month' }).click();
    await expect(page).toHaveURL(new RegExp(`/vault/${vault.id}$`));
  });
  const code = codeIn(await vault.executor.letter('executor-code'));
  await page.goto('/account/billing');
  await expect(page.getByText(/^Free until .*, no card\. If you add none, nothing is charged/)).toBeVisible();
  await pressOf(page, subscription, 'Pass 28 days');
  expect((await owner.mailbox.letter('trial-ending')).text).toContain('nothing is charged');
  await trialRunsOut(page, subscription);
  await page.goto(linkIn(await owner.mailbox.letter('plan-ended')));
  await expect(page.getByText('Ended', { exact: true })).toBeVisible();
  await page.goto(`/vault/${vault.id}`);
  await expect(page.getByRole('button', { name: 'Edit Vault' })).toBeDisabled();
  await expect(page.getByText('Your plan has ended', { exact: true })).toBeVisible();
  const still = 'Until you do, you cannot edit this vault. Your executor can still release this vault.';
  await expect(page.getByText(still)).toBeVisible();
  await expect(page.getByText(vault.text.message)).toBeVisible();

  const executor = await visitor();
  await executor.goto('/executor-access');
  await enterCode(executor, code);
  await expect(executor.getByText(vault.text.title)).toBeVisible();
  await confirmRelease(executor);
  await expectToast(executor, 'The recipient will receive their Remembrance');
  const recipient = await visitor();
  await recipient.goto(linkIn(await vault.recipient.letter('recipient-invitation'), '/vault-access/'));
  await proveAddress(recipient, vault.text.recipientEmail);
  await answer(recipient, rightAnswers(vault.text));
  await openLetter(recipient);
  await expect(recipient.getByText('The heron came back.')).toBeVisible();
});

test('a failed monthly payment is reported by letter and on the billing page, and another card pays it immediately', async ({
  page,
  owner,
}) => {
  const vault = await makeVault(owner, { text: { planType: 'basic_subscription' } });
  await signInQuietly(page, owner);
  const subscription = await subscriptionBegunBy(page, () => payAtCheckout(page, vault.id));
  await monthPasses(page, subscription);
  await page.goto('/account/billing');
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();

  await pressOf(page, subscription, 'Decline its card from now on');
  await monthPasses(page, subscription);
  await page.goto(linkIn(await owner.mailbox.letter('payment-failed')));
  await expect(page.getByText('Payment failed', { exact: true })).toBeVisible();
  await expect(
    page.getByText('If you add another card, we charge it immediately. Your vaults can still be released.'),
  ).toBeVisible();
  await page.getByRole('link', { name: /^Invoice of / }).click();
  await expect(heading(page, 'Invoice')).toBeVisible();
  await expect(page.getByText('Not yet paid')).toBeVisible();
  await page.getByRole('link', { name: 'Back to billing' }).click();

  await page.getByRole('button', { name: 'Change card' }).click();
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: 'Save card' }).click();
  await expectToast(page, 'Your card was changed');
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Invoice of / })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Receipt of / })).toHaveCount(2);
});

async function expectOnePayment(page: Page, owner: Owner): Promise<void> {
  await page.goto('/account/billing');
  await expect(heading(page, 'Billing')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Receipt of / })).toHaveCount(1);
  await owner.mailbox.letter('payment-receipt');
  expect(await owner.mailbox.letters('payment-receipt')).toHaveLength(1);
}

async function twoTabs(page: Page, owner: Owner): Promise<[Page, Page, string]> {
  const { id } = await makeVault(owner);
  await signInQuietly(page, owner);
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/checkout/${id}`);
    await fillCard(tab, cards.good);
  }
  return [page, other, id];
}

test('if two tabs pay for a vault in turn, only one is charged, and both end at the vault', async ({ page, owner }) => {
  const [one, other, id] = await twoTabs(page, owner);
  const atVault = new RegExp(`/vault/${id}$`);
  await one.getByRole('button', { name: 'Pay $29.99' }).click();
  await expect(one).toHaveURL(atVault);
  await other.getByRole('button', { name: 'Pay $29.99' }).click();
  await expect(other).toHaveURL(atVault);
  await other.goto(`/checkout/${id}`);
  await expect(heading(other, 'This vault is active')).toBeVisible();
  await expectOnePayment(page, owner);
});

test('if two tabs pay for a vault concurrently, only one is charged, and both end at the vault', async ({
  page,
  owner,
}) => {
  const [one, other, id] = await twoTabs(page, owner);
  const tabs = [one, other];
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Pay $29.99' }).click()));
  for (const tab of tabs) await expect(tab).toHaveURL(new RegExp(`/vault/${id}$`));
  await expectOnePayment(page, owner);
});
