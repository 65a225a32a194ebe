import * as z from 'zod/mini'
import { isDisplayName } from '@host/plugin/wire'
import { writingLimits } from './writing-limits.ts'

/** One address and nothing else, as a message can have it: no quotes, no comment, no line break. */
// bounded: the text is short, and no character can match in two ways.
const recipient =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@[\p{L}\p{M}\p{N}.-]+$/u

/** Whether an email can be sent to a text. */
export function isRecipient(text: string): boolean {
  return text.length <= 254 && recipient.test(text)
}

/** Whether a text can be the name beside an address: on one line, and not taken for an encoded one. */
export function isRecipientName(text: string): boolean {
  return text === '' || (isDisplayName(text) && !text.includes('=?'))
}

export const recipientComplaint = {
  en: 'Enter an email address such as ada@example.com.',
  zh: '请输入电子邮件地址，例如 ada@example.com。',
}

export const recipientNameComplaint = {
  en: 'Use a name on one line, without formatting characters.',
  zh: '姓名应为一行，且不含格式控制字符。',
}

/** An address that an email is written to. */
export const Recipient = z.strictObject({
  address: z
    .string()
    .check(
      z.trim(),
      z.maxLength(254),
      z.refine(isRecipient, recipientComplaint.en),
      z.describe('Such as ada@example.com.'),
    ),
  name: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(writingLimits.recipientName),
        z.refine(isRecipientName, recipientNameComplaint.en),
        z.describe('Shown beside the address.'),
      ),
    '',
  ),
})

/** Recipients of one kind. */
export const recipientsOf = (description: string) =>
  z.array(Recipient).check(z.maxLength(writingLimits.recipients), z.describe(description))

/** A text for one header. */
export const Subject = z.string().check(
  z.trim(),
  z.maxLength(writingLimits.subject),
  z.refine((text) => text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text), 'Use a subject on one line.'),
  z.describe('On one line.'),
)

const isBody = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
const bodyComplaint = 'Remove the invisible characters.'

export const TextBody = z
  .string()
  .check(z.maxLength(writingLimits.text), z.refine(isBody, bodyComplaint), z.describe('The plain text.'))

export const HtmlBody = z
  .string()
  .check(
    z.maxLength(writingLimits.html),
    z.refine(isBody, bodyComplaint),
    z.describe('The HTML, sent without anything that runs. Made from the text when left out.'),
  )

/** A name of an own sender, or an empty text. An address in it could pass for the sender's. */
export const SenderName = z.string().check(
  z.trim(),
  z.maxLength(writingLimits.recipientName),
  z.refine((name) => isRecipientName(name) && !/[@＠﹫]/u.test(name), 'Use a name without an address.'),
  z.describe('Shown beside the address. The name of the mailbox when left out.'),
)
