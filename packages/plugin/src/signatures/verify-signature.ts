/**
 * The signature is all that tells a webhook of its sender from a forged one. It is verified over the bytes of the body as
 * they came, before anything reads them: a body that was parsed and written again has other bytes. Only a body whose
 * signature fits is returned, so a caller can't forget to look.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '../errors.ts'
import { signatureReaders, type ClaimedSignature, type SignatureScheme } from './signature-schemes.ts'

/** How a delivery is verified. */
export interface SignatureOptions {
  readonly scheme: SignatureScheme
  /**
   * The signing secrets as the sender shows them, 1 to 10; one that fits is enough. Give the old and the new one while a
   * secret is replaced.
   */
  readonly secrets: readonly string[]
  /** The present moment: `scope.now()`. */
  readonly now: Date
  /** Seconds that the signed time may differ from `now`, either way: 300 when left out, at most 3,600. GitHub signs none. */
  readonly tolerance?: number
}

/** A delivery whose signature fits. */
export interface VerifiedDelivery {
  /** The body as it was sent. */
  readonly body: Uint8Array
  /** The id of the delivery, where the sender signs it (Standard Webhooks); undefined for others. */
  readonly id: string | undefined
  /** When the sender signed it; undefined for GitHub, which signs no time. */
  readonly sentAt: Date | undefined
  /** The body as JSON. @throws Problem `bad_request` when it is not */
  json(): unknown
}

/** Code units of the longest secret, and how many may be tried. */
const [longestSecret, mostSecrets, longestTolerance] = [1024, 10, 3600]

/**
 * Verifies the signature of a webhook that a route received, in constant time over the raw body, and reads that body.
 * Nothing else may have read it. A repeated delivery is valid again: store its id under a unique key.
 * @throws Problem `bad_request` when the signature is missing, malformed, does not fit, or is too old or too new;
 *   `body_too_large` over the limit of the route; TypeError for no secret, an empty or malformed one, or a tolerance out
 *   of range
 * @example
 * const delivery = await verifySignature(request, { scheme: 'stripe', secrets: [signingSecret], now: now() })
 * const event = PaymentEvent.parse(delivery.json())
 * @since 1.0.0
 */
export async function verifySignature(request: Request, options: SignatureOptions): Promise<VerifiedDelivery> {
  const keys = keysOf(options)
  const tolerance = toleranceOf(options)
  const claim = signatureReaders[options.scheme](request.headers)
  const body = new Uint8Array(await request.arrayBuffer())
  if (!fits(claim, body, keys)) throw refused('The signature does not match.', '签名不匹配。')
  const { seconds, id } = claim
  if (seconds !== undefined && Math.abs(options.now.getTime() / 1000 - seconds) > tolerance) {
    throw refused('The signature is too old or too new.', '签名的时间超出允许范围。')
  }
  const sentAt = seconds === undefined ? undefined : new Date(seconds * 1000)
  return Object.freeze({ body, id, sentAt, json: () => parsed(body) })
}

/** An HMAC takes an empty key too, and with it anyone can sign: so an empty secret is refused. */
function keysOf({ scheme, secrets }: SignatureOptions): readonly Buffer[] {
  if (secrets.length === 0 || secrets.length > mostSecrets) {
    throw new TypeError(`Give 1 to ${mostSecrets} signing secrets.`)
  }
  return secrets.map((secret) => {
    const key = secret.length > longestSecret ? undefined : keyOf(scheme, secret)
    if (key === undefined || key.length === 0) throw new TypeError(`A signing secret is not one of "${scheme}".`)
    return key
  })
}

function keyOf(scheme: SignatureScheme, secret: string): Buffer | undefined {
  if (scheme !== 'standard') return Buffer.from(secret)
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64') : undefined
}

function toleranceOf({ tolerance = 300 }: SignatureOptions): number {
  if (!(tolerance >= 0 && tolerance <= longestTolerance)) {
    throw new TypeError(`The tolerance is 0 to ${longestTolerance} seconds.`)
  }
  return tolerance
}

/** Compares every signature with every key, so that the time does not depend on which one fits. */
function fits({ prefix, signatures, encoding }: ClaimedSignature, body: Uint8Array, keys: readonly Buffer[]): boolean {
  const given = signatures.map((signature) => Buffer.from(signature))
  let isFound = false
  for (const key of keys) {
    const expected = Buffer.from(createHmac('sha256', key).update(prefix).update(body).digest(encoding))
    for (const signature of given) {
      if (signature.length === expected.length && timingSafeEqual(signature, expected)) isFound = true
    }
  }
  return isFound
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    throw new Problem('bad_request', { detail: { en: 'The body is not JSON.', zh: '请求正文不是 JSON。' }, cause })
  }
}

const refused = (en: string, zh: string) => new Problem('bad_request', { detail: { en, zh } })
