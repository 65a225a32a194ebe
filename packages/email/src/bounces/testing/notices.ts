/** Notifications as servers write them today, from the parts that differ. */

/** A report of RFC 3464 about one recipient. */
export function deliveryReport({
  status,
  diagnostic,
  action = 'failed',
  text = 'Your message was not delivered.',
  recipient = 'ada@peer.example',
  returned = '',
}: {
  readonly status: string
  readonly diagnostic: string
  readonly action?: string
  readonly text?: string
  readonly recipient?: string
  readonly returned?: string
}): string {
  return [
    'From: Mail Delivery System <MAILER-DAEMON@mx.peer.example>',
    'To: bounces@acme.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.peer.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${diagnostic}`,
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'From: Acme <info@acme.example>',
    ...(returned === '' ? [] : [returned]),
    'Subject: Your quota, a virus, spam and unknown users',
    '',
    'The mailbox of this unknown user is full of spam.',
    '--b--',
    '',
  ].join('\r\n')
}

/** A message of one text. */
export function plainNotice(headers: Readonly<Record<string, string>>, text: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [...lines, 'Content-Type: text/plain; charset=utf-8', '', text, ''].join('\r\n')
}

/** A complaint in the form of RFC 5965. */
export function feedbackReport({
  type,
  recipient = 'ada@peer.example',
  returned = '',
}: {
  readonly type: string
  readonly recipient?: string
  readonly returned?: string
}): string {
  return [
    'From: feedback@peer.example',
    'To: bounces@acme.example',
    'Subject: FW: Hello',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'This is an abuse report.',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    `Original-Rcpt-To: <${recipient}>`,
    '--b',
    'Content-Type: message/rfc822',
    '',
    'From: Acme <info@acme.example>',
    ...(returned === '' ? [] : [returned]),
    'Subject: Hello',
    '',
    'Hello.',
    '--b--',
    '',
  ].join('\r\n')
}
