/**
 * What a letter may be, whoever wrote it. Without these lines a line break in a subject or an address adds headers and
 * recipients of the attacker's choice.
 */
import { Problem, type OutgoingMail } from '@host/plugin'

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

/** @throws Problem `bad_request` for a letter that can not be sent */
export function checkMail({ to, subject, text, html = '', replyTo, unsubscribeUrl }: OutgoingMail): void {
  if (to.length === 0 || to.length > mostRecipients) refuse(`A letter has 1 to ${mostRecipients} recipients.`)
  if (![...to, ...(replyTo === undefined ? [] : [replyTo])].every(isMailAddress)) {
    refuse('A letter goes to plain addresses such as ada@example.com.')
  }
  if (subject.length > longestSubject || /\p{Cc}|\p{Zl}|\p{Zp}/u.test(subject)) {
    refuse(`A subject is one line of at most ${longestSubject} characters.`)
  }
  if (unsubscribeUrl !== undefined && !isLink(unsubscribeUrl)) refuse('A letter is ended at a plain web address.')
  if (text.length + html.length > longestBody) refuse('A letter has at most 1 MiB.')
}

/** What stands in a header as it is: nothing that ends the address, the line or the header. */
function isLink(text: string): boolean {
  return text.length <= longestLink && /^https?:\/\/[\w!#$%&'()*+./:;=?@[\]~-]+$/.test(text) && URL.canParse(text)
}

function refuse(detail: string): never {
  throw new Problem('bad_request', { detail })
}
