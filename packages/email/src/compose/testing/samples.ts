import type { OutgoingMessage } from '../outgoing-message.ts'

/** A message with everything that has an effect on its bytes. */
export const sample = {
  from: { name: 'Ännchen, "x"', address: 'ann@example.com' },
  to: [
    { name: 'Jo', address: 'jo@example.org' },
    { name: '日本', address: 'a@bücher.example' },
  ],
  cc: [{ name: '', address: 'c@example.org' }],
  replyTo: [{ name: 'Desk', address: 'desk@example.com' }],
  subject: `Über ${'Straßen '.repeat(30)}`.trim(),
  text: `Hi\n.\nFrom here\n${'x'.repeat(3_000)}\n日本 \n`,
  html: `<p>${'日本語'.repeat(700)}<img src="cid:logo@1"></p>`,
  attachments: [
    { name: '报告 "1"; x=y.pdf', type: 'application/pdf', bytes: Buffer.from([0, 13, 10, 255]) },
    { name: 'logo.png', type: 'image/png', bytes: Buffer.from('image'), contentId: 'logo@1' },
    { name: 'kept.eml', type: 'message/rfc822', bytes: Buffer.from('From: a@example.com\r\n\r\nx\r\n') },
    { name: 'odd.eml', type: 'message/rfc822', bytes: Buffer.from('From: a@example.com\n\nx\r\n') },
  ],
  date: new Date('2025-07-01T08:52:37Z'),
  messageId: '<1@example.com>',
  inReplyTo: '<0@example.org>',
  references: ['<a@example.org>', '<0@example.org>'],
  unsubscribe: { url: `https://example.com/u?id=${'1'.repeat(200)}`, mailbox: 'u@example.com' },
  automatic: true,
} satisfies OutgoingMessage
