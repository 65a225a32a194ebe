import * as z from 'zod/mini'
import { Problem } from '@host/plugin'
import { mailLimits } from '../../shared.ts'
import { readAddress } from '../receive/read-address.ts'
import { splitAddress } from './compose-email.ts'

const notAddress = {
  en: 'Enter an address such as info@example.com.',
  zh: '请填写邮箱地址，例如 info@example.com。',
}

const line = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[^\p{Cc}\u2028\u2029]*$/u))

/** Signs that end an address in a header. */
const notInAddress = /[\s<>,;:()"\\]/
const Address = line(320).check(
  z.refine((text) => {
    const { address } = splitAddress(text)
    return /.@./.test(address) && !notInAddress.test(address)
  }, notAddress.en),
)
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

/** Reads an email as JSON. @throws Problem `invalid_input` */
export function readJsonEmail(text: string): JsonEmail {
  const result = JsonEmail.safeParse(parsed(text))
  if (!result.success) {
    const errors = result.error.issues
      .slice(0, 20)
      .map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
    throw new Problem('invalid_input', { errors })
  }
  const wrong = result.data.to.findIndex((to) => readAddress(splitAddress(to).address) === undefined)
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
