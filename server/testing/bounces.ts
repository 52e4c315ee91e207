// Messages as a bounce mailbox gets them: Exim's as Debian's Exim 4.96 wrote it, the others in the form of Postfix, Gmail and Exchange Online.

const lines = (...text: string[]): Buffer => Buffer.from(text.join('\r\n'));

/** The bounce of an unknown local user, recorded. */
export const eximBounce = (returnPath: string, to = 'rosa@example.com'): Buffer =>
  lines(
    'Return-path: <>',
    `Envelope-to: ${returnPath}`,
    'Delivery-date: Mon, 30 Nov 2026 06:22:29 +0000',
    'Received: from Debian-exim by mail.keep.example with local (Exim 4.96)',
    '\tid 1xXumS-0007Ey-16',
    `\tfor ${returnPath};`,
    '\tMon, 30 Nov 2026 06:22:28 +0000',
    `X-Failed-Recipients: ${to}`,
    'Auto-Submitted: auto-replied',
    'From: Mail Delivery System <Mailer-Daemon@mail.keep.example>',
    `To: ${returnPath}`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=1796019748-eximdsn-818316067',
    'MIME-Version: 1.0',
    'Subject: Mail delivery failed: returning message to sender',
    'Message-Id: <E1xXumS-0007Ey-16@mail.keep.example>',
    'Date: Mon, 30 Nov 2026 06:22:28 +0000',
    '',
    '--1796019748-eximdsn-818316067',
    'Content-type: text/plain; charset=us-ascii',
    '',
    'This message was created automatically by mail delivery software.',
    '',
    'A message that you sent could not be delivered to one or more of its',
    'recipients. This is a permanent error. The following address(es) failed:',
    '',
    `  ${to}`,
    '    Unrouteable address',
    '',
    '--1796019748-eximdsn-818316067',
    'Content-type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.keep.example',
    `Original-Envelope-ID: ${tokenIn(returnPath)}`,
    '',
    `Original-Recipient: rfc822;${to}`,
    'Action: failed',
    `Final-Recipient: rfc822;${to}`,
    'Status: 5.0.0',
    '',
    '--1796019748-eximdsn-818316067',
    'Content-type: text/rfc822-headers',
    '',
    `Return-path: <${returnPath}>`,
    'Subject: You Have a Keepsake',
    '',
    '',
    '--1796019748-eximdsn-818316067--',
    '',
  );

const tokenIn = (returnPath: string): string => /\+(.*)@/.exec(returnPath)?.[1] ?? '';

interface Report {
  returnPath: string;
  /** The addresses of the message itself, if they differ from the return path. */
  to?: string;
  from?: string;
  action?: 'failed' | 'delayed' | 'delivered' | 'relayed';
  status?: string;
  code?: string;
  finalRecipient?: string;
  envelopeId?: string;
  text?: string;
}

/** A report in the form of RFC 3464. */
export function reportTo({ returnPath, to, from, action = 'failed', status = '5.1.1', ...rest }: Report): Buffer {
  const { code, finalRecipient = 'rosa@example.com', envelopeId, text = 'It was not delivered.' } = rest;
  return lines(
    `From: ${from ?? 'MAILER-DAEMON@mx.example.net (Mail Delivery System)'}`,
    `To: ${to ?? returnPath}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4F1C01A.1796019748/mx.example.net"',
    '',
    '--4F1C01A.1796019748/mx.example.net',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
    '--4F1C01A.1796019748/mx.example.net',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    ...(envelopeId ? [`Original-Envelope-Id: ${envelopeId}`] : []),
    '',
    `Final-Recipient: rfc822; ${finalRecipient}`,
    `Original-Recipient: rfc822;${finalRecipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    ...(code ? ['Remote-MTA: dns; mx.example.net', `Diagnostic-Code: ${code}`] : []),
    '',
    '--4F1C01A.1796019748/mx.example.net',
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: You Have a Keepsake',
    '',
    '--4F1C01A.1796019748/mx.example.net--',
    '',
  );
}

export const postfixBounce = (returnPath: string): Buffer =>
  reportTo({
    returnPath,
    code: 'smtp; 550 5.1.1 <rosa@example.com>: Recipient address\r\n    rejected: User unknown in local recipient table',
  });

export const gmailBounce = (returnPath: string): Buffer =>
  reportTo({
    returnPath,
    from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
    status: '5.2.2',
    code: "smtp; 552-5.2.2 The recipient's inbox is out of storage space. Please direct the\r\n 552-5.2.2 recipient to https://support.google.com/mail/?p=OverQuotaPerm",
  });

export const exchangeBounce = (returnPath: string): Buffer =>
  reportTo({
    returnPath,
    from: '<postmaster@contoso.example>',
    status: '5.7.1',
    code: 'smtp;550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy',
  });

/** An automatic answer of somebody who is away. It also goes to the return path (RFC 3834). */
export const absenceNotice = (returnPath: string): Buffer =>
  lines(
    'From: Rosa <rosa@example.com>',
    `To: ${returnPath}`,
    'Subject: I am away (550 5.1.1 user unknown)',
    'Auto-Submitted: auto-replied (vacation)',
    '',
    'I am back on Monday. Action: failed. Status: 5.1.1',
    '',
  );
