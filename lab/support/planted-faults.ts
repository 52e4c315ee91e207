// Faults planted on purpose: each is one small change of the server that a driver must detect. The replaced text must occur
// exactly once in its file, so that the list stays current.
export interface Edit {
  file: string;
  find: string;
  replace: string;
}
export interface PlantedFault extends Edit {
  name: string;
  /** Identifies the driver that must find it: the arguments of `npm run faults` or `npm run attacks`. */
  caughtBy: string;
  /** The text that the driver must report. Any other finding does not count. */
  sign: RegExp;
  /** Another guard of the same promise, which alone would still keep it. */
  also?: Edit;
}

/** A press looks at the status under the vault's lock, and the statement does. */
const pressOfAnyStatus: Edit = {
  file: 'server/src/vaults/release/press-release.ts',
  find: "vault.status !== 'active' || vault.paymentStatus === 'unpaid'",
  replace: "vault.paymentStatus === 'unpaid'",
};

export const plantedFaults: PlantedFault[] = [
  {
    name: 'no-fsync',
    caughtBy: 'faults -- power-cuts',
    sign: /does not read back equal|is missing|objects are stored/,
    file: 'server/src/files/storage/disk-storage.ts',
    find: '    await file.sync();\n',
    replace: '',
  },
  {
    name: 'journal-not-synced',
    caughtBy: 'faults -- power-cuts',
    sign: /the journal lost/,
    file: 'server/src/records/journal/journal-folder.ts',
    find: '  await handle.appendFile(lines);\n  await handle.sync();\n',
    replace: '  await handle.appendFile(lines);\n',
  },
  {
    name: 'backup-not-synced',
    caughtBy: 'faults -- simulated-cuts',
    sign: /a finished backup cannot be restored/,
    file: 'server/src/platform/database/copy-folder.ts',
    find: '  await copy.sync();\n',
    replace: '',
  },
  {
    name: 'no-release-guard',
    caughtBy: 'faults -- kills',
    sign: /releases were answered 200|dates of release/,
    file: 'server/src/vaults/vault/release-store.ts',
    find: "const canBeReleased = sql`status = 'active' and payment_status <> 'unpaid'`;",
    replace: "const canBeReleased = sql`payment_status <> 'unpaid'`;",
    also: pressOfAnyStatus,
  },
  {
    name: 'letter-after-the-release',
    caughtBy: 'faults -- kills',
    sign: /got no letter/,
    file: 'server/src/vaults/release/record-releases.ts',
    find: 'await queueLetter(needs, tx, ...all.flatMap(({ link }) => link.letters), ...all.flatMap(({ letters }) => letters));',
    replace: `setTimeout(() => void needs.database.transaction((later) =>
      queueLetter(needs, later, ...all.flatMap(({ link }) => link.letters), ...all.flatMap(({ letters }) => letters))).catch(() => {}), 300);`,
  },
  {
    name: 'records-after-the-releases',
    caughtBy: 'faults -- batch',
    sign: /lack their link/,
    file: 'server/src/vaults/release/release-due-vaults.ts',
    find: `    if (released.length > 0) await recordReleases(needs, tx, released);
    return released.length;
  });`,
    replace: `    return released;
  }).then(async (released) => {
    if (released.length > 0) await needs.database.transaction((later) => recordReleases(needs, later, released));
    return released.length;
  });`,
  },
  {
    name: 'sent-before-it-is-sent',
    caughtBy: 'faults -- mail',
    sign: /got no|never got/,
    file: 'server/src/letters/sending/send-letters.ts',
    find: '    answer = await needs.mailer.send(',
    replace:
      '    await needs.recordSent({ letter, sentAt: needs.clock.now(), acceptedBy: null });\n    answer = await needs.mailer.send(',
  },
  {
    name: 'no-error-listener',
    caughtBy: 'faults -- database',
    sign: /ended by itself/,
    file: 'server/src/platform/database/open-database.ts',
    find: "  pool.on('connect', (client) => client.on('error', () => {}));",
    replace: '',
  },
  {
    name: 'database-stays-away',
    caughtBy: 'faults -- database',
    sign: /not back within/,
    file: 'server/src/platform/database/embedded/restart-server.ts',
    find: 'if (signal.aborted || !running?.hasEnded()) continue;',
    replace: 'continue;',
  },
  {
    name: 'full-disk-unknown',
    caughtBy: 'faults -- disk',
    sign: /was answered a bare 500/,
    file: 'server/src/platform/lib/database-unavailable.ts',
    find: '|53|57P|',
    replace: '|57P|',
  },
  {
    // The hold after a jump, the uptime and the database's clock are three guards of one promise: none is missed alone.
    name: 'own-clock-believed',
    caughtBy: 'faults -- clock',
    sign: /its date has not come|was to be released/,
    file: 'server/src/records/clock/watch-clock.ts',
    find: 'return next.hold ? null : new Date(Math.min(certainTime(next, clocks.reading), clocks.databaseNow));',
    replace: 'return new Date(clocks.reading.wall);',
  },
  {
    name: 'later-clock-believed',
    caughtBy: 'faults -- second-clock',
    sign: /was mailed at .* before its date/,
    file: 'server/src/records/clock/watch-clock.ts',
    find: 'return next.hold ? null : new Date(Math.min(certainTime(next, clocks.reading), clocks.databaseNow));',
    replace: 'return new Date(Math.max(clocks.reading.wall, clocks.databaseNow));',
  },
  {
    name: 'late-batch-replaces-another',
    caughtBy: 'faults -- pair',
    sign: /the journal is not whole|not back within/,
    file: 'server/src/records/journal/journal-bucket.ts',
    find: 'if (!(await bucket.putOnce(key, text)) &&',
    replace:
      'if (!(await bucket.putOnce(key, text)) && (await bucket.remove(key), await bucket.putOnce(key, text), false) &&',
  },
  {
    name: 'letters-without-the-journal',
    caughtBy: 'faults -- went-back',
    sign: /left after the database went back|left again/,
    file: 'server/src/start/create-letters.ts',
    find: 'isOnHold: together<void, boolean>(async () => restoreHold.isOn()),',
    replace: 'isOnHold: async () => false,',
  },
  {
    name: 'not-in-the-bucket-yet',
    caughtBy: 'faults -- bucket',
    sign: /does not read back equal|is missing|objects are stored/,
    file: 'server/src/files/storage/s3-storage.ts',
    find: 'await new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done().catch(asUnavailable);',
    replace: 'void new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done().catch(() => {});',
  },
  {
    name: 'any-method',
    caughtBy: 'faults -- webhooks',
    sign: /link pays, which is not a card/,
    file: 'server/src/payments/gateway/to-purchase.ts',
    find: "  allowed_payment_method_types: ['card'],\n",
    replace: '',
  },
  {
    name: 'customer-of-another-mode',
    caughtBy: 'faults -- webhooks',
    sign: /no customer in this mode/,
    file: 'server/src/payments/checkout/begin-purchase.ts',
    find: '  if (begun) return begun;\n',
    replace: "  if (known) return begun ?? Promise.reject(new Error('no customer in this mode'));\n",
  },
  {
    name: 'number-that-stays',
    caughtBy: 'faults -- webhooks',
    sign: /payment service did not answer/,
    file: 'server/src/payments/gateway/stripe-answers.ts',
    find: '        await attempts.raise(userId, number);\n',
    replace: '',
  },
  {
    name: 'receipts-again',
    caughtBy: 'faults -- webhooks',
    sign: /letters payment-receipt instead of/,
    file: 'server/src/payments/settlement/record-payments.ts',
    find: 'if (!isNew || owner.deletedAt',
    replace: 'if (owner.deletedAt',
  },
  {
    name: 'lost-events-stay-lost',
    caughtBy: 'faults -- webhooks',
    sign: /a vault is \S+ and should be|a charge is not recorded as/,
    file: 'server/src/payments/webhooks/reconcile-payments.ts',
    find: 'const isComplete = await processUndelivered(needs);',
    replace: 'const isComplete = true;',
  },
  {
    name: 'undo-of-what-was-read',
    caughtBy: 'faults -- releases',
    sign: /was read, and its release undone|a link that was opened|a reader who has opened it gets/,
    file: 'server/src/vaults/vault/undo-store.ts',
    find: "eq(vaults.status, 'released'), not(isProven))",
    replace: "eq(vaults.status, 'released'), sql`true`)",
  },
  {
    name: 'agreement-without-the-lock',
    caughtBy: 'faults -- releases',
    sign: /press was answered 500|object was answered 500|stop was answered 500/,
    file: 'server/src/vaults/vault/release-locks.ts',
    find: 'for share of o for no key update of v for key share of e',
    replace: 'for key share of e',
  },
  {
    name: 'wait-without-a-warning',
    caughtBy: 'faults -- releases',
    sign: /before its owner could be warned/,
    file: 'server/src/vaults/vault/release-after-wait.ts',
    find: 'warning.once_key = ',
    replace: 'warning.rank < 0 and warning.once_key = ',
  },
  {
    name: 'withdrawn-code-agrees',
    caughtBy: 'faults -- releases',
    sign: /a request of a withdrawn code is still open/,
    file: 'server/src/vaults/executors/correct-executor.ts',
    find: '  await endRequestsOfExecutor(needs, tx, { vaultId, executorId, isReplaced: !code.replacesEarlier });\n',
    replace: '',
  },
  {
    name: 'vaults-of-others',
    caughtBy: 'attacks -- early-reads',
    sign: /another owner, .* has read what belongs to others/,
    file: 'server/src/vaults/vault/vault-store.ts',
    find: "eq(vaults.id, given('vaultId')), eq(vaults.creatorId, given('ownerId')), isShown",
    replace: "eq(vaults.id, given('vaultId')), isShown",
  },
  {
    name: 'release-of-any-status',
    caughtBy: 'attacks -- batch-races',
    sign: /after its deletion was answered|released \d+ times|twice/,
    file: 'server/src/vaults/vault/release-store.ts',
    find: "const canBeReleased = sql`status = 'active' and payment_status <> 'unpaid'`;",
    replace: "const canBeReleased = sql`payment_status <> 'unpaid'`;",
    also: pressOfAnyStatus,
  },
  {
    name: 'limits-without-end',
    caughtBy: 'attacks -- guesses',
    sign: /codes in a minute/,
    file: 'server/src/http/rate-limiter.ts',
    find: 'left: tries - window.tries',
    replace: 'left: tries * 1000 - window.tries',
  },
  {
    name: 'opened-without-the-answers',
    caughtBy: 'attacks -- early-reads',
    sign: /the address without the answers was enough/,
    file: 'server/src/vaults/vault-access/show-access-state.ts',
    find: "if (session.proven === 'granted') return",
    replace: 'return',
  },
];
