import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'
import { Problem } from '@host/plugin'
import { mailLimits } from '../../shared.ts'
import { readAddress } from '../receive/read-address.ts'

const line = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[^\p{Cc}\u2028\u2029]*$/u))

const Address = line(320)
const Id = z.string().check(z.maxLength(255), z.regex(/^<[^\s<>\p{Cc}]{1,250}>$/u))
const addresses = z.array(Address).check(z.maxLength(mailLimits.recipients))

/** An email as JSON. */
export const JsonEmail = z.strictObject({
  from: Address,
  to: addresses.check(z.minLength(1)),
  cc: z.optional(addresses),
  subject: line(1_000),
  text: z.optional(z.string()),
  html: z.optional(z.string()),
  /** With angle brackets. A repeat with the same one is stored once. */
  messageId: z.optional(Id),
  inReplyTo: z.optional(Id),
  references: z.optional(z.array(Id).check(z.maxLength(100))),
  date: z.optional(z.iso.datetime({ offset: true })),
  attachments: z.optional(
    z
      .array(
        z.strictObject({
          name: line(255),
          type: z.optional(z.string().check(z.maxLength(127), z.regex(/^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/))),
          content: z.base64(),
        }),
      )
      .check(z.maxLength(mailLimits.attachments)),
  ),
})

export type JsonEmail = z.infer<typeof JsonEmail>

/** Composes the message; whatever is in the fields, it can't add headers or read files. */
const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Reads an email as JSON. @throws Problem `invalid_input` */
export function readJsonEmail(text: string): JsonEmail {
  const result = JsonEmail.safeParse(parsed(text))
  if (!result.success) {
    const errors = result.error.issues
      .slice(0, 20)
      .map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
    throw new Problem('invalid_input', { errors })
  }
  const wrong = result.data.to.findIndex((to) => readAddress(plainAddress(to)) === undefined)
  if (wrong !== -1) throw new Problem('invalid_input', { errors: [{ path: `to.${wrong}`, message: notAddress }] })
  return result.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('bad_request', {
      detail: { en: 'The body is not valid JSON.', zh: '请求正文不是有效的 JSON。' },
      cause,
    })
  }
}

const notAddress = {
  en: 'Enter an address such as info@example.com.',
  zh: '请填写邮箱地址，例如 info@example.com。',
}

/** The same email as a raw message, so that both ways in store one kind of record. */
export async function rawOf(email: JsonEmail, now: number): Promise<Uint8Array> {
  const { attachments = [], date, ...fields } = email
  const sent = await composer.sendMail({
    ...fields,
    envelope: { from: '', to: [] },
    date: new Date(date ?? now),
    attachments: attachments.map(({ name, type, content }) => ({
      filename: name,
      content: Buffer.from(content, 'base64'),
      ...(type !== undefined && { contentType: type }),
    })),
  })
  return sent.message as Uint8Array
}

/** The same for repeats of an email: its raw form has a new boundary each time. */
export function digestOf(email: JsonEmail): string {
  return createHash('sha256').update(JSON.stringify(email)).digest('base64url')
}

/** The address in `Ada <ada@example.org>`, or the text itself. */
export function plainAddress(text: string): string {
  const start = text.lastIndexOf('<')
  const end = text.lastIndexOf('>')
  return (start !== -1 && end > start ? text.slice(start + 1, end) : text).trim()
}
