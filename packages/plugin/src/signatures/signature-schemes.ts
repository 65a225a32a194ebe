import { Problem } from '../errors.ts'

/** How the sender of a webhook signs: Stripe, any sender of Standard Webhooks, Slack, or GitHub. */
export type SignatureScheme = 'stripe' | 'standard' | 'slack' | 'github'

/** The signed parts of a delivery, as its headers state them. Nothing of it is proven yet. */
export interface ClaimedSignature {
  /** Stands before the body in the signed text. */
  readonly prefix: string
  /** Each is a SHA-256 HMAC in the encoding of the scheme; one that fits is enough. */
  readonly signatures: readonly string[]
  readonly encoding: 'hex' | 'base64'
  /** Seconds since 1970; undefined where the sender signs no time. */
  readonly seconds: number | undefined
  /** The id of the delivery, where it is signed. */
  readonly id: string | undefined
}

/** Reads the headers of a scheme. @throws Problem `bad_request` when one is missing or malformed */
export type SignatureReader = (headers: Headers) => ClaimedSignature

/** What a delivery may state: longer headers are refused unread. */
const [longestHeader, mostSignatures] = [4096, 16]

export const signatureReaders: Readonly<Record<SignatureScheme, SignatureReader>> = {
  /** https://docs.stripe.com/webhooks#verify-manually */
  stripe(headers) {
    const parts = headerOf(headers, 'stripe-signature')
      .split(',')
      .map((part) => part.trim().split('='))
    const valuesOf = (name: string) => parts.flatMap(([key, value = '']) => (key === name ? [value] : []))
    const time = valuesOf('t')[0] ?? ''
    return { ...claimed(valuesOf('v1'), 'hex'), prefix: `${time}.`, seconds: secondsOf(time) }
  },
  /** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
  standard(headers) {
    const [id, time] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')]
    // An id with a dot could take over a part of the body, and the signature would still fit.
    if (id.includes('.')) throw malformed()
    const signatures = headerOf(headers, 'webhook-signature')
      .split(' ')
      .flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : []))
    return { ...claimed(signatures, 'base64'), prefix: `${id}.${time}.`, seconds: secondsOf(time), id }
  },
  /** https://docs.slack.dev/authentication/verifying-requests-from-slack */
  slack(headers) {
    const time = headerOf(headers, 'x-slack-request-timestamp')
    const signature = unprefixed(headerOf(headers, 'x-slack-signature'), 'v0=')
    return { ...claimed(signature, 'hex'), prefix: `v0:${time}:`, seconds: secondsOf(time) }
  },
  /** https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries */
  github(headers) {
    return claimed(unprefixed(headerOf(headers, 'x-hub-signature-256'), 'sha256='), 'hex')
  },
}

function claimed(signatures: readonly string[], encoding: 'hex' | 'base64'): ClaimedSignature {
  if (signatures.length === 0 || signatures.length > mostSignatures) throw malformed()
  return { prefix: '', signatures, encoding, seconds: undefined, id: undefined }
}

function headerOf(headers: Headers, name: string): string {
  const value = headers.get(name)
  if (value === null || value === '') {
    throw new Problem('bad_request', {
      detail: { en: `The header ${name} is missing.`, zh: `缺少请求头 ${name}。` },
    })
  }
  if (value.length > longestHeader) throw malformed()
  return value
}

const unprefixed = (value: string, prefix: string) => (value.startsWith(prefix) ? [value.slice(prefix.length)] : [])

function secondsOf(text: string): number {
  if (!/^[0-9]{1,12}$/.test(text)) throw malformed()
  return Number(text)
}

const malformed = () =>
  new Problem('bad_request', { detail: { en: 'The signature is malformed.', zh: '签名的格式有误。' } })
