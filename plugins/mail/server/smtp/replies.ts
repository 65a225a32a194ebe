import type { SmtpReply } from '@host/email'

const reply = (code: number, enhanced: string, text: string): SmtpReply => Object.freeze({ code, enhanced, text })

/** Replies of mail that is received; those of the protocol itself are the server's. */
export const replies = Object.freeze({
  stored: reply(250, '2.0.0', 'The message is stored'),
  unknown: reply(550, '5.1.1', 'No mailbox has this address'),
  noRelay: reply(550, '5.7.1', 'This server receives mail for its own domains only'),
  off: reply(550, '5.7.1', 'The owner of this domain has turned off receiving mail here'),
  loop: reply(550, '5.4.6', 'The message has passed too many servers; it may be going in circles'),
  busy: reply(451, '4.3.2', 'The server is busy with other messages; try again later'),
  gone: reply(451, '4.2.1', 'A mailbox is not available any more; try again later'),
  away: reply(451, '4.3.0', 'The server has a problem; try again later'),
  noRoom: reply(452, '4.2.2', 'The workspace of this mailbox has used up its storage; try again later'),
  full: reply(452, '4.3.1', 'The server has no storage left; try again later'),
})
