import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Parts } from '../parts.ts'
import { readAddress } from '../receive/read-address.ts'
import { bounceKey } from './instance-key.ts'

/** The prefix of the IDs of recipients; an address has only the rest of such an ID. */
export const recipientPrefix = 'mailrecipient'

/** Base 32 as in the IDs, so that letters of one case are enough. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'
/** 130 bits of an ID, and 80 of its signature: the part before the @ has 50 of 64 characters. */
const shape = /^bounces\+([0-9a-hjkmnp-tv-z]{26})([0-9a-hjkmnp-tv-z]{16})$/

type Signing = Pick<Parts, 'ctx'>

/** The signed envelope sender of the mail to one recipient: a bounce to it changes this recipient only. */
export async function bounceAddress(
  parts: Signing,
  { recipientId, domain }: { readonly recipientId: string; readonly domain: string },
): Promise<string> {
  const id = recipientId.slice(recipientId.lastIndexOf('_') + 1)
  const text = `bounces+${id}${await signatureOf(parts, id, domain)}`
  if (recipientId !== `${recipientPrefix}_${id}` || !shape.test(text)) {
    throw new TypeError(`Not the ID of a recipient: ${recipientId}`)
  }
  return `${text}@${domain}`
}

/** Whether an address looks like one of `bounceAddress`. Its signature is not checked. */
export function isBounceAddress(address: string): boolean {
  return readShape(address) !== undefined
}

/** The ID of the recipient whose bounces an address receives; undefined for an address that was not signed here. */
export async function readBounceAddress(parts: Signing, address: string): Promise<string | undefined> {
  const read = readShape(address)
  if (read === undefined) return undefined
  const expected = Buffer.from(await signatureOf(parts, read.id, read.domain))
  return timingSafeEqual(expected, Buffer.from(read.signature)) ? `${recipientPrefix}_${read.id}` : undefined
}

function readShape(address: string) {
  const read = readAddress(address)
  const [, id, signature] = (read === undefined ? null : shape.exec(read.local)) ?? []
  if (read === undefined || id === undefined || signature === undefined) return undefined
  return { id, signature, domain: read.domain }
}

async function signatureOf({ ctx }: Signing, id: string, domain: string): Promise<string> {
  const host = readAddress(`bounces@${domain}`)?.domain ?? domain
  const mac = createHmac('sha256', await bounceKey(ctx))
    .update(`${id}@${host}`)
    .digest()
  let bits = BigInt(`0x${mac.subarray(0, 10).toString('hex')}`)
  let text = ''
  for (let at = 0; at < 16; at += 1) {
    text = `${signs.charAt(Number(bits & 31n))}${text}`
    bits >>= 5n
  }
  return text
}
