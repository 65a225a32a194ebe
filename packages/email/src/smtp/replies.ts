import type { SmtpReply } from './reply.ts'

const reply = (code: number, enhanced: string, text: string): SmtpReply => ({ code, enhanced, text })

/** Replies with a text of their own. */
export const replies = {
  bye: reply(221, '2.0.0', 'Bye'),
  ok: reply(250, '2.0.0', 'OK'),
  senderOk: reply(250, '2.1.0', 'Sender OK'),
  recipientOk: reply(250, '2.1.5', 'Recipient OK'),
  cannotVerify: reply(252, '2.5.2', 'Addresses are not verified; send the message'),
  help: reply(214, '2.0.0', 'EHLO HELO MAIL RCPT DATA BDAT RSET NOOP QUIT VRFY STARTTLS; see RFC 5321'),
  startData: { code: 354, text: 'End the message with CR LF . CR LF' },
  startTls: reply(220, '2.0.0', 'Start TLS'),

  stopping: reply(421, '4.3.2', 'The server is shutting down; try again later'),
  timeout: reply(421, '4.4.2', 'Timeout'),
  tooManyErrors: reply(421, '4.7.0', 'Too many errors'),
  tooManyIdle: reply(421, '4.7.0', 'Too many commands without a message'),
  tooManyRefused: reply(421, '4.7.0', 'Too many refused recipients'),
  tooManyConnections: reply(421, '4.7.0', 'Too many connections; try again later'),
  failed: reply(451, '4.3.0', 'The server has a problem; try again later'),
  noMemory: reply(452, '4.3.1', 'The server is busy with other messages; try again later'),
  tooManyRecipients: reply(452, '4.5.3', 'Too many recipients; send the others a message of their own'),

  lineTooLong: reply(500, '5.5.2', 'The line is too long'),
  unknown: reply(500, '5.5.1', 'Unknown command'),
  badText: reply(500, '5.5.2', 'A command is ASCII or UTF-8 without control characters'),
  badArgument: reply(501, '5.5.4', 'The argument is invalid'),
  badSender: reply(501, '5.1.7', 'The sender address is invalid'),
  badRecipient: reply(501, '5.1.3', 'The recipient address is invalid'),
  notSupported: reply(502, '5.5.1', 'The command is not supported'),
  helloFirst: reply(503, '5.5.1', 'Send EHLO or HELO first'),
  mailFirst: reply(503, '5.5.1', 'Send MAIL first'),
  recipientFirst: reply(503, '5.5.1', 'Send RCPT first'),
  mailTwice: reply(503, '5.5.1', 'The sender is set already; RSET starts again'),
  mixed: reply(503, '5.5.1', 'A message is sent by DATA or by BDAT, and not by both'),
  tlsTwice: reply(503, '5.5.1', 'TLS is active already'),
  brokenCommand: reply(521, '5.5.2', 'Commands end with CR LF, which are used together only'),
  broken: reply(550, '5.6.11', 'Lines end with CR LF, which are used together only; NUL is not allowed'),
  needsTlsOnward: reply(550, '5.7.30', 'REQUIRETLS is not supported'),
  tooLarge: reply(552, '5.3.4', 'The message is too large'),
  needsUtf8: reply(553, '5.6.7', 'An address that is not ASCII needs SMTPUTF8'),
  earlyTalker: reply(554, '5.5.1', 'Wait for the greeting'),
  notSmtp: reply(554, '5.5.1', 'This server understands SMTP only'),
  badParameter: reply(555, '5.5.4', 'A parameter is not supported'),
} as const satisfies Readonly<Record<string, SmtpReply>>
