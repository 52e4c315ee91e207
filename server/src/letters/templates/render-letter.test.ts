// The content of every kind of letter, its escaping of user input, and its calm tone.
import { letterReaders } from '@remembrance/contract/letter-readers.ts';
import { type LetterKind, letterKinds } from '@remembrance/contract/letters.ts';
import { type OwnerChangeKind, ownerChangeKinds } from '@remembrance/contract/owner-changes.ts';
import { describe, expect, test } from 'vitest';
import type { FactsOf, LetterContent } from './letter-content.ts';
import { renderLetter } from './render-letter.ts';

const letterhead = { productName: 'Keepsake', supportEmail: 'help@keep.example', publicUrl: 'https://keep.example' };
const link = 'https://keep.example/step?token=pJ8s0Zq3LwQ9aVb7cXd1e&next=%2F';
const code = 'K7QXM-2VJTR-9WDFH-4NPZC';
const at = '2027-03-04T09:30:00.000Z';

const wait = {
  vaultTitle: 'For Rosa',
  recipientName: 'Rosa',
  askedBy: 'Otto',
  agreedBy: 'Nora',
  dueAt: at,
  link,
};
const facts: { [Kind in LetterKind]: FactsOf<Kind> } = {
  'email-verification': { firstName: 'Ona', link },
  'account-exists': { firstName: 'Ona', signInLink: link, resetLink: `${link}2` },
  'password-reset': { firstName: 'Ona', link },
  'password-changed': { firstName: 'Ona', resetLink: link },
  'password-needed': { firstName: 'Ona', resetLink: link },
  'new-device': {
    firstName: 'Ona',
    device: 'Firefox on Linux',
    network: '192.0.2.7',
    at,
    link,
    resetLink: `${link}2`,
  },
  'sign-in-code': {
    firstName: 'Ona',
    code: 'K7QX-M2VJ',
    device: 'Firefox on Linux',
    network: '192.0.2.7',
    at,
    others: [{ device: 'Chrome on Android', network: '192.0.2.8', at, code: 'M2VJ-K7QX' }],
    resetLink: link,
  },
  'two-factor-reset': { firstName: 'Ona', stage: 'ordered', endsAt: at, link },
  'owner-change': {
    firstName: 'Ona',
    kind: 'recipient',
    vaultTitle: 'For Rosa',
    before: 'Rosa (rosa@keep.example)',
    after: 'Mallory (mallory@keep.example)',
    at,
    until: at,
    link,
    isWayBack: true,
  },
  'owner-change-undone': {
    firstName: 'Ona',
    kind: 'recipient',
    vaultTitle: 'For Rosa',
    isPutBack: true,
    signsOut: true,
    resetLink: link,
    link: `${link}2`,
    until: at,
  },
  'release-wait': { ...wait, firstName: 'Ona', stage: 'started', stops: true },
  'release-wait-ended': {
    firstName: 'Ona',
    vaultTitle: 'For Rosa',
    askedBy: 'Edda',
    endedBy: 'Otto',
    link,
    why: 'objected',
    reason: 'I saw her yesterday.',
  },
  'executor-wait': {
    ...wait,
    executorName: 'Edda',
    ownerName: 'Ona',
    notice: 'waiting',
    isAsker: false,
    endedBy: null,
    reason: '',
  },
  'email-confirmation': { firstName: 'Ona', link },
  'email-taken': { firstName: 'Ona' },
  'account-deletion': { firstName: 'Ona', until: at, signInLink: link },
  'account-kept': {
    firstName: 'Ona',
    plans: [{ planName: 'Basic Plus', price: '2.99', at, outcome: 'renews' }],
    link,
  },
  'account-suspended': { firstName: 'Ona' },
  'account-restored': { firstName: 'Ona' },
  'vault-removed': { firstName: 'Ona', vaultTitle: 'For Rosa', wasReleased: true, words: 'A court asked for it.' },
  'executor-code': {
    executorName: 'Edda',
    ownerName: 'Ona Reyes',
    vaultTitle: 'For Rosa',
    recipientName: 'Rosa',
    code,
    link,
    card: { vaultId: '0198c2a4-0000-7000-8000-000000000001', number: 2, at: '2027-03-04T11:49:00.000Z' },
    replacesEarlier: false,
    note: 'Ask Jonas for the key.',
  },
  'executor-code-again': {
    executorName: 'Edda',
    ownerName: 'Ona Reyes',
    vaultTitle: 'For Rosa',
    recipientName: 'Rosa',
    code,
    link,
    card: { vaultId: '0198c2a4-0000-7000-8000-000000000001', number: 2, at: '2027-03-04T11:49:00.000Z' },
  },
  'executor-code-resent': { firstName: 'Ona', vaultTitle: 'For Rosa', executorName: 'Edda', at, link },
  'executor-replaced': { executorName: 'Edda', ownerName: 'Ona Reyes' },
  'executor-date': {
    executorName: 'Edda',
    ownerName: 'Ona Reyes',
    vaultTitle: 'For Rosa',
    before: at,
    after: null,
  },
  'executor-used': { firstName: 'Ona', vaultTitle: 'For Rosa', executorName: 'Edda', at, times: 1, link },
  'draft-ending': { firstName: 'Ona', vaultTitle: 'For Rosa', endsAt: at, link },
  'vault-released': {
    firstName: 'Ona',
    vaultTitle: 'For Rosa',
    recipientName: 'Rosa',
    releasedBy: 'Edda',
    at,
    link,
    until: at,
  },
  'release-undone': {
    firstName: 'Ona',
    vaultTitle: 'For Rosa',
    recipientName: 'Rosa',
    at,
    removedDate: null,
    nextDate: null,
    hasExecutor: true,
    isRecipientNotified: true,
    canEdit: true,
    link,
  },
  'executor-release-undone': {
    executorName: 'Edda',
    ownerName: 'Ona Reyes',
    vaultTitle: 'For Rosa',
    recipientName: 'Rosa',
    removesDate: false,
  },
  'recipient-release-undone': { recipientName: 'Rosa' },
  'recipient-invitation': { recipientName: 'Rosa', ownerName: 'Ona Reyes', link, validUntil: at, releasedBy: 'Edda' },
  'recipient-fresh-link': { recipientName: 'Rosa', ownerName: 'Ona Reyes', link, validUntil: at, releasedBy: 'Edda' },
  'recipient-reminder': { recipientName: 'Rosa', ownerName: 'Ona Reyes', link, validUntil: at, releasedBy: 'Edda' },
  'executor-unopened': {
    executorName: 'Edda',
    ownerName: 'Ona Reyes',
    vaultTitle: 'For Rosa',
    recipientName: 'Rosa',
    recipientEmail: 'rosa@example.com',
    releasedAt: at,
    isAgain: false,
    code,
    link,
  },
  'owner-unopened': {
    firstName: 'Ona',
    vaultTitle: 'For Rosa',
    recipientName: 'Rosa',
    recipientEmail: 'rosa@example.com',
    releasedAt: at,
    isAgain: false,
    link,
  },
  'correction-asked': {
    firstName: 'Ona',
    vaultTitle: 'For Rosa',
    executorName: 'Edda',
    recipientName: 'Rosa',
    earlierAddress: 'rosa@exmaple.com',
    newAddress: 'rosa@example.com',
    dueAt: at,
    link,
  },
  'executor-correction': {
    executorName: 'Edda',
    ownerName: 'Ona Reyes',
    vaultTitle: 'For Rosa',
    recipientName: 'Rosa',
    isStopped: false,
    askedBy: 'Emil',
    dueAt: at,
  },
  'recipient-correction': { recipientName: 'Rosa', ownerName: 'Ona Reyes', releasedBy: 'Edda', dueAt: at },
  'rehearsal-executor-code': {
    firstName: 'Ona',
    executorName: 'Edda',
    ownerName: 'Ona Reyes',
    vaultTitle: 'For Rosa',
    recipientName: 'Rosa',
    link,
  },
  'rehearsal-invitation': {
    firstName: 'Ona',
    recipientName: 'Rosa',
    ownerName: 'Ona Reyes',
    vaultTitle: 'For Rosa',
    link,
    validUntil: at,
    releasedBy: 'Edda',
  },
  'check-in': {
    firstName: 'Ona',
    stage: 'last',
    months: 3,
    followsAt: at,
    vaultTitles: ['For Rosa', 'For Emil'],
    vaults: 3,
    link,
    hasLink: true,
    page: `${link}2`,
  },
  'executor-check-in': {
    executorName: 'Edda',
    ownerName: 'Ona Reyes',
    vaultTitle: 'For Rosa',
    recipientName: 'Rosa',
    askedAt: at,
    link,
  },
  'executor-check-in-over': { executorName: 'Edda', ownerName: 'Ona Reyes', vaultTitle: 'For Rosa' },
  'yearly-review': {
    firstName: 'Ona',
    vaults: [
      {
        vaultTitle: 'For Rosa',
        recipientName: 'Rosa',
        recipientEmail: 'rosa@keep.example',
        verifiedAt: at,
        releaseAt: null,
        executors: [
          { executorName: 'Edda', executorEmail: 'edda@keep.example', confirmedAt: at },
          { executorName: '', executorEmail: 'emil@keep.example', confirmedAt: null },
        ],
        link,
      },
    ],
    left: 2,
    page: `${link}2`,
  },
  'executor-yearly': {
    executorName: 'Edda',
    ownerName: 'Ona Reyes',
    vaultTitle: 'For Rosa',
    codeSentAt: at,
    link,
  },
  'executor-code-wanted': {
    firstName: 'Ona',
    vaultTitle: 'For Rosa',
    executorName: 'Edda',
    executorEmail: 'edda@keep.example',
    link,
    hasLink: true,
    page: `${link}2`,
  },
  'release-reminder': {
    firstName: 'Ona',
    vaultTitle: 'For Rosa',
    recipientName: 'Rosa',
    releaseAt: at,
    daysLeft: 7,
    link,
  },
  'recipient-unreached': {
    name: 'Edda',
    recipientName: 'Rosa',
    recipientEmail: 'rosa@exmaple.com',
    vaultTitle: 'For Rosa',
  },
  'link-disowned': {
    name: 'Edda',
    recipientName: 'Rosa',
    recipientEmail: 'rosa@exmaple.com',
    vaultTitle: 'For Rosa',
    isClosed: true,
    link,
  },
  'executor-unreached': { firstName: 'Ona', executorEmail: 'edda@exmaple.com', vaultTitle: 'For Rosa', link },
  'questions-paused': { recipientName: 'Rosa', pauseMinutes: 15 },
  'questions-locked': { recipientName: 'Rosa', ownerName: 'Ona Reyes', canReopen: true },
  'recipient-code': { recipientName: 'Rosa', ownerName: 'Ona Reyes', code, reopens: false },
  'owner-questions-locked': { firstName: 'Ona', vaultTitle: 'For Rosa', recipientName: 'Rosa', link },
  'owner-questions-reopened': {
    firstName: 'Ona',
    vaultTitle: 'For Rosa',
    recipientName: 'Rosa',
    by: 'recipient',
    wrongInAll: 50,
    at,
  },
  'payment-receipt': {
    firstName: 'Ona',
    planName: 'Premium',
    price: '49.99',
    vaultTitle: 'For Rosa',
    at,

    credit: null,
    continues: false,
    link,
  },
  'trial-started': {
    firstName: 'Ona',
    planName: 'Basic Plus',
    price: '2.99',
    vaultTitle: 'For Rosa',
    endsAt: at,
    goesOn: true,
  },
  'trial-ending': { firstName: 'Ona', planName: 'Basic Plus', price: '2.99', endsAt: at, goesOn: true, link },
  'card-expiring': {
    firstName: 'Ona',
    planName: 'Basic Plus',
    price: '2.99',
    lastFour: '4242',
    expiresAt: at,
    chargedAt: at,
    link,
  },
  'payment-failed': { firstName: 'Ona', planName: 'Basic Plus', price: '2.99', link },
  'plan-paused': { firstName: 'Ona', planName: 'Basic Plus', link },
  'plan-ended': { firstName: 'Ona', planName: 'Basic Plus', link },
  'payment-returned': { firstName: 'Ona', amount: '29.99', link },
  'payment-disputed': { firstName: 'Ona', amount: '2.99', link },
  'operator-notice': { what: 'Scheduled releases are held', details: ['The clock went ahead.', 'Three wait.'], at },
};
const render = <Kind extends LetterKind>(kind: Kind, different: Partial<FactsOf<Kind>> = {}) =>
  renderLetter({ kind, facts: { ...facts[kind], ...different } } as LetterContent, letterhead);

/** A fact with a fixed set of values, which each letter expresses in its own words. */
const isChoice = (name: string) => ['change', 'by', 'stage', 'kind', 'why', 'notice'].includes(name);

/** The letter with every text fact replaced, except links and instants. */
function renderHostile(kind: LetterKind, text: string) {
  const isUntouched = (fact: unknown) => typeof fact !== 'string' || fact.startsWith('https:') || fact === at;
  const replaceIn = (values: object): object =>
    Object.fromEntries(
      Object.entries(values).map(([name, fact]) => {
        if (Array.isArray(fact)) return [name, fact.map((part) => (typeof part === 'object' ? replaceIn(part) : text))];
        return [name, isChoice(name) || isUntouched(fact) ? fact : text];
      }),
    );
  return render(kind, replaceIn(facts[kind]));
}

describe.each(letterKinds)('%s', (kind) => {
  test('a letter contains every fact, as plain text and as HTML, and its subject contains no code and no link', () => {
    const letter = render(kind);
    for (const [name, fact] of Object.entries(facts[kind])) {
      for (const value of [fact].flat()) {
        if (typeof value !== 'string' || isChoice(name)) continue;
        const moment = 'validUntil' in facts[kind] ? 'March 2, 2027' : 'March 4, 2027 at 9:30 AM UTC';
        const isDay = ['followsAt', 'askedAt', 'codeSentAt'].includes(name);
        const shown = value === at ? (isDay ? 'March 4, 2027' : moment) : value;
        expect(letter.text).toContain(shown);
        expect(letter.html).toContain(shown.replaceAll('&', '&amp;'));
      }
    }
    expect(letter.subject).not.toMatch(/https?:|K7QXM/);
    expect(letter.subject).not.toBe('');
  });

  test('LET-17: names and titles are escaped, whatever they contain', () => {
    const { html, text } = renderHostile(kind, `<img src=x onerror=alert(1)> "' & </td><script>1</script>`);
    expect(html).not.toMatch(/<img|<script/);
    expect(html.match(/<\/td>/g)).toHaveLength(render(kind).html.match(/<\/td>/g)?.length ?? 0);
    expect(text).toContain('<img src=x onerror=alert(1)>');
  });

  test('LET-17: names and titles cannot add a line or change the reading direction', () => {
    const { subject, text } = renderHostile(kind, 'Rosa\r\nBcc: eve@evil.example\u2028\u202egnp.exe\u0000');
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
    expect(text).not.toMatch(/^Bcc/m);
    expect(text).not.toMatch(/[\u2028\u202e]/);
  });

  test('a letter loads nothing, has a calm tone, and names the support address', () => {
    const { html, text } = render(kind);
    expect(html).not.toMatch(/<(img|link|script|iframe|video|audio)|@import|url\(|\ssrc=|https?:\/\/(?!keep\.example)/);
    expect(text).not.toMatch(/!|urgent|immediately|hurry up|act now|passed away|loved one/i);
    expect(text).toContain('help@keep.example');
    const mentions = html.split('>help@keep.example<').length - 1;
    expect(html.split('href="mailto:help@keep.example"')).toHaveLength(mentions + 1);
    expect(mentions).toBe(text.split('help@keep.example').length - 1);
  });
});

/** Facts in our own words. Every other text of a letter was written by a person. */
const ourFacts = ['device', 'network', 'code', 'planName', 'price', 'credit', 'amount', 'lastFour', 'what', 'details'];
const ourValues: OwnerChangeKind[] = [
  ...(['questions', 'content', 'release-date', 'release-settings'] as const),
  ...(['sessions-ended', 'plan-cancelled', 'check-in'] as const),
];

/** The text of the HTML that is not marked as written by a person. */
const inOurWords = (html: string): string =>
  html
    .replace(/<title>.*<\/title>/, '')
    .replace(/<span lang="" dir="auto">[^<]*<\/span>/g, '')
    .replace(/<[^>]*>/g, '');

test.each(letterKinds)('%s says in HTML that what people wrote has no known language or direction', (kind) => {
  const written = (of: object): object =>
    Object.fromEntries(
      Object.entries(of).map(([name, fact]) => {
        const isOurs = typeof fact !== 'string' || ourFacts.includes(name) || isChoice(name);
        return [name, isOurs || fact.startsWith('https:') || fact === at ? fact : 'לרוזה'];
      }),
    );
  for (const change of kind === 'owner-change' ? ownerChangeKinds : [undefined]) {
    const values = change && ourValues.includes(change) ? { before: at, after: at } : {};
    const { html, text, subject } = render(kind, {
      ...written(facts[kind]),
      ...(change && { kind: change }),
      ...values,
    });
    expect(html).toContain('<html lang="en">');
    expect(inOurWords(html), change).not.toContain('לרוזה');
    expect(html.split('<span lang="" dir="auto">לרוזה</span>').length > 1, change).toBe(text.includes('לרוזה'));
    expect(`${subject}${text}`).not.toMatch(/[\u2068\u2069]/);
  }
});

test.each(letterKinds)(
  '%s greets an owner by first name, and anybody else by the name that the owner typed',
  (kind) => {
    expect(render(kind).text).toMatch('firstName' in facts[kind] ? /^Hello Ona,\n/ : /^Hello( Edda| Rosa)?,\n/);
  },
);

test("the recipient's letter has the product's title, explains who left what, how to open it and how long that is possible, and that there is no hurry", () => {
  const { subject, text } = render('recipient-invitation');
  expect(subject).toBe('You Have a Keepsake');
  for (const part of ['Ona Reyes has left something for you', 'message', 'files', 'this email address', 'questions']) {
    expect(text).toContain(part);
  }
  expect(text).toContain('There is no hurry');
  expect(text).toContain('valid until March 2, 2027, and');
});

test('the code at a second address names the email to the other, and the owner learns of another address', () => {
  const other = 'We sent the same email to your other address';
  expect(render('executor-code').text).not.toContain(other);
  expect(render('executor-code', { isSecond: true }).text).toContain(other);
  const stopped = 'your executor did not receive that code';
  expect(render('executor-unreached').text).toContain(stopped);
  const { text } = render('executor-unreached', { otherEmail: 'edda@work.example.com' });
  expect(text).toContain('The same email goes to the other address of your executor, edda@work.example.com.');
  expect(text).not.toContain(stopped);
});

test("the executor's letter shows the code separately, in a link only in the fragment, and explains what to do and when", () => {
  const { text, html } = render('executor-code');
  expect(text).toMatch(new RegExp(`^ +${code}$`, 'm'));
  expect(html).toMatch(new RegExp(`user-select:all">${code}</p>`));
  for (const address of html.match(/href="[^"]*"/g) ?? []) expect(address.split('#')[0]).not.toContain('K7QXM');
  expect(text).toMatch(/Print the card:\n\S+\/executor-card#\S*&date=2027-03-04&number=2\n/);
  const inAuckland = renderLetter(
    { kind: 'executor-code', facts: facts['executor-code'] },
    { ...letterhead, timeZone: 'Pacific/Auckland' },
  );
  expect(inAuckland.text).toContain('&date=2027-03-05&');
  expect(text).toMatch(/whom to ask:\nhttps?:[^\s]*\/executor-guide\n/);
  expect(render('executor-code', { card: undefined }).text).not.toContain('Print the card');
  for (const part of [
    'Ona Reyes trusts you',
    'when Ona Reyes has died',
    'Keep it where you will find it in many years',
    'cannot undo a release',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('no longer works');
  expect(render('executor-code', { replacesEarlier: true }).text).toContain('no longer works');
});

test("the executor's first email is about today: its one button confirms it, and the page and the guide come after the code", () => {
  const { text, html } = render('executor-code', { confirmLink: 'https://keep.example/confirm-executor#x', note: '' });
  const order = ['I have it:', code, 'Print the card:', 'When the time comes', 'The executor page:', 'guide'];
  expect(order.map((part) => text.indexOf(part)).toSorted((one, other) => one - other)).toEqual(
    order.map((part) => text.indexOf(part)),
  );
  expect(text.indexOf('I have it:')).toBeGreaterThan(0);
  expect(html.match(/>I have it</g)).toHaveLength(1);
  expect(wordsOf(text)).toBeLessThanOrEqual(170);
});

test("the recipient's email has at most 160 words", () => {
  expect(wordsOf(render('recipient-invitation').text)).toBeLessThanOrEqual(160);
});

/** Without links, codes and the footer. */
const wordsOf = (text: string): number =>
  (text.split('\n-- \n')[0] ?? '')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== code && !word.startsWith('https:')).length;

test('a letter that may have reached the wrong person explains what to do', () => {
  expect(render('email-verification').text).toContain('If you did not sign up, you can ignore this email');
  for (const kind of ['password-reset', 'password-changed', 'account-exists', 'questions-paused'] as const) {
    expect(render(kind).text).toContain('If it was not you');
  }
});

test('a recipient whose questions are paused reads when to try again, and one whose questions are closed reads who to ask', () => {
  expect(render('questions-paused').text).toContain('try again 15 minutes after the last answer');
  expect(render('questions-paused', { pauseMinutes: 1440 }).text).toContain('try again 24 hours after the last answer');
  expect(render('questions-locked').text).toContain('the page sends you an email with a code');
  const locked = render('questions-locked', { canReopen: false }).text;
  expect(locked).toContain('ask Ona Reyes or the executor');
  expect(locked).toContain('fresh link');
});

test.each(letterKinds)(
  '%s shows every moment in the zone of its owner, or as a day or time that is valid anywhere',
  (kind) => {
    const content = { kind, facts: facts[kind] } as LetterContent;
    const { text } = renderLetter(content, { ...letterhead, timeZone: 'Pacific/Auckland' });
    const inUtc = kind === 'operator-notice';
    expect(text.match(/ at \d+:\d\d [AP]M (?!New Zealand)/g) ?? []).toHaveLength(inUtc ? 1 : 0);
    expect(text).not.toContain('March 4, 2027 at 10:30 PM UTC');
    const isToRecipient = /^recipient-(invitation|fresh-link|code)|^rehearsal-invitation|^questions-/.test(kind);
    if (isToRecipient) expect(text).not.toMatch(/ at \d+:\d\d/);
  },
);

test('the owner reads who released the vault, or that it was released on its date, and how many days are left', () => {
  expect(render('vault-released').text).toContain('by Edda');
  expect(render('vault-released', { releasedBy: null }).text).toContain('the date you chose');
  expect(render('release-reminder').subject).toContain('7 days');
  expect(render('release-reminder', { daysLeft: 1 }).subject).toContain('1 day');
});

const strangerKinds = letterKinds.filter((kind) => letterReaders[kind] === 'stranger');

test.each(strangerKinds)('ABUSE-5: %s shows a stranger no title that leads anywhere', (kind) => {
  for (const vaultTitle of [
    'Pay now: https://evil.example/pay',
    'Call +1 555 0100',
    'evil.example',
    'me@evil.example',
  ]) {
    const { subject, text, html } = render(kind, { vaultTitle } as never);
    // The link to a card to print has the title encoded.
    for (const shown of [subject, text, html])
      expect(shown.replace(/https:\/\/keep\.example[^\s"<]*/g, '')).not.toMatch(/evil\.example|555 0100/);
  }
});

test('ABUSE-5: a letter to an executor contains a plain title', () => {
  for (const kind of ['executor-code', 'executor-date'] as const)
    expect(render(kind, { vaultTitle: 'For Rosa, 1990-2026' }).text).toContain('“For Rosa, 1990-2026”');
});

test('a reminder offers to remove the date or to choose a later one, and says that neither uses an edit', () => {
  expect(render('release-reminder').text).toMatch(
    /remove the date.*Neither uses an edit.*Remove or postpone the date/s,
  );
});

test('an executor reads whether a date was removed, postponed or restored, and that the code has not changed', () => {
  const [before, after] = ['2027-03-04T09:30:00.000Z', '2028-03-04T09:30:00.000Z'];
  expect(render('executor-date', { before, after: null }).text).toMatch(
    /March 4, 2027.*removed.*nothing happens by itself/s,
  );
  expect(render('executor-date', { before, after }).text).toMatch(/March 4, 2027.*changed to March 4, 2028/s);
  expect(render('executor-date', { before: null, after }).text).toMatch(/March 4, 2028.*is there again/s);
  for (const dates of [{ after: null }, { after }])
    expect(render('executor-date', { before, ...dates }).text).toMatch(/code has not changed/i);
});

test('an owner who is asked whether they are well reads how to answer, and the last time what follows on which day', () => {
  expect(render('check-in', { stage: 'question' }).text).toMatch(/Signing in .* answers too.*ten days.*before we ask/s);
  expect(render('check-in').text).toMatch(
    /no answer by March 4, 2027, we write to the executors of your vaults “For Rosa”, “For Emil”, and 1 more/,
  );
  expect(render('check-in', { vaultTitles: [], vaults: 0 }).text).toContain('nothing follows');
  expect(render('check-in', { stage: 'over' }).text).toMatch(/today we wrote to the executors.*Nothing was opened/s);
  expect(render('check-in', { hasLink: false }).text).toContain('please sign in');
});

test('an executor who is asked whether it is time reads that nothing was opened, and that silence may mean nothing', () => {
  const { text } = render('executor-check-in');
  expect(text).toMatch(
    /It may mean nothing.*with your code, as ever.*You cannot undo a release.*We have opened nothing/s,
  );
});

test('the yearly email to an owner names who has a code, who confirmed it, and what is missing', () => {
  expect(render('yearly-review').text).toMatch(
    /Edda \(edda@keep.example\) has a code and confirmed it on March 4, 2027. emil@keep.example has a code, but has not confirmed/,
  );
  const vault = { ...facts['yearly-review'].vaults[0], verifiedAt: null, executors: [] };
  const { text } = render('yearly-review', { vaults: [vault], left: 0 } as never);
  expect(text).toMatch(/not been able to check that.*nobody can release it/s);
  expect(text).not.toContain('more vault');
});

test('every letter about a problem with a plan explains that the vaults are still released', () => {
  for (const kind of [
    'trial-ending',
    'card-expiring',
    'payment-failed',
    'plan-paused',
    'plan-ended',
    'payment-returned',
    'payment-disputed',
  ] as const) {
    expect(render(kind).text).toMatch(/(is|are) released as you arranged/);
  }
});

test('an owner who renews a plan reads that the codes do not change, and one whose plan ended reads how to restart it', () => {
  expect(render('payment-receipt').text).toContain('we have sent each of them an email with their access code');
  const again = render('payment-receipt', { vaultTitle: null }).text;
  expect(again).toContain('access codes stay the same');
  expect(again).not.toContain('an email with');
  expect(render('plan-ended').text).toContain('restart the plan');
  expect(render('plan-paused').text).toContain('You can resume it under billing');
});

test('a receipt shows what was charged and what credit covered, and links to its page', () => {
  expect(render('payment-receipt').text).toContain('We received $49.99 (USD)');
  expect(render('payment-receipt').text).not.toContain('credit');
  const month = { vaultTitle: null, continues: true, credit: '1.00', link };
  expect(render('payment-receipt', month).text).toContain('Your credit covered another $1.00.');
  expect(render('payment-receipt', month).text).toContain('The plan continues.');
  expect(render('payment-receipt', month).text).toContain(link);
  const covered = render('payment-receipt', { ...month, price: '0.00', credit: '2.99' }).text;
  expect(covered).toContain('Your credit of $2.99 (USD) covered the plan');
  expect(covered).toContain('Your card was not charged.');
});

test.each(['trial-started', 'trial-ending'] as const)('%s says whether a payment follows', (kind) => {
  const withCard = render(kind).text;
  expect(withCard).toContain('charged to your card');
  expect(withCard).not.toContain('nothing is charged');
  const without = render(kind, { goesOn: false }).text;
  expect(without).toContain('nothing is charged');
  expect(without).not.toContain('your card');
});

test('the letter about a restored account says what happens to each monthly plan', () => {
  const plan = { planName: 'Basic Plus', price: '2.99', at };
  const plans = (['renews', 'ends', 'ended', 'unchanged'] as const).map((outcome) => ({ ...plan, outcome }));
  const { text } = render('account-kept', { plans });
  expect(text).toMatch(/It renews on .* for \$2\.99 \(USD\)/s);
  for (const words of ['still ends on', 'has ended in the meantime', 'is as it was before'])
    expect(text).toContain(words);
  expect(text).toContain(link);
  expect(render('account-kept', { plans: [] }).text).not.toContain('Billing');
});

test("the letter about a removed vault explains what happens to it, and quotes the operator's message if there is one", () => {
  expect(render('vault-removed').text).toContain('the link no longer opens it');
  expect(render('vault-removed').text).toContain('“A court asked for it.”');
  const silent = render('vault-removed', { words: null, wasReleased: false }).text;
  expect(silent).toContain('will not be released');
  expect(silent).not.toMatch(/“(?!For Rosa)|null/);
});
