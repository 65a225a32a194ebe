/**
 * Limits of an email, whichever code wrote it. Without them a line break in a subject or an address adds headers and
 * recipients of the attacker's choice.
 */
import { Problem } from '../errors.ts'
import type { OutgoingMail } from '../services/messaging.ts'

const mostRecipients = 50
const longestSubject = 250
const longestBody = 1024 * 1024
/** A line of a header has at most 998 characters and an address can't be folded (RFC 5322, §2.1.1). */
const longestLink = 900

const address = /^[^\s@"(),:;<>[\\\]\p{C}]{1,64}@[^\s@"(),:;<>[\\\]\p{C}]{1,253}$/u

/** Whether a text is one address and nothing else: no name, no second one, no line break. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && address.test(text)
}

/** Checks an email before it is queued or sent. @throws Problem `bad_request` for one that can't be sent */
export function checkMail({ to, subject, text, html = '', replyTo, unsubscribeUrl, deadline }: OutgoingMail): void {
  if (to.length === 0 || to.length > mostRecipients) refuse(`An email must have 1 to ${mostRecipients} recipients.`)
  if (![...to, ...(replyTo === undefined ? [] : [replyTo])].every(isMailAddress)) {
    refuse('Email recipients must be plain addresses such as ada@example.com.')
  }
  if (subject.length > longestSubject || /\p{Cc}|\p{Zl}|\p{Zp}/u.test(subject)) {
    refuse(`A subject must be one line of at most ${longestSubject} characters.`)
  }
  if (unsubscribeUrl !== undefined && !isLink(unsubscribeUrl)) refuse('The unsubscribe link must be a plain URL.')
  if (deadline !== undefined && Number.isNaN(Date.parse(deadline))) refuse('The deadline of an email must be a time.')
  if (Buffer.byteLength(JSON.stringify(text + html)) > longestBody) refuse('An email can have at most 1 MiB.')
}

/** Whether a link can be written into a header as it is: nothing in it ends the address, the line or the header. */
function isLink(text: string): boolean {
  return text.length <= longestLink && /^https?:\/\/[\w!#$%&'()*+./:;=?@[\]~-]+$/.test(text) && URL.canParse(text)
}

function refuse(detail: string): never {
  throw new Problem('bad_request', { detail })
}
