import { createHash, createHmac, createPublicKey, sign, type KeyObject } from 'node:crypto'

/** The public half of an account's key, with its members in the order of RFC 7638. */
export interface PublicKeyFields {
  readonly crv: string
  readonly kty: string
  readonly x: string
  readonly y: string
}

/** A request's body (RFC 7515, flattened). */
export interface SignedBody {
  readonly protected: string
  readonly payload: string
  readonly signature: string
}

/** The key of an account at an authority that wants one of its customers (RFC 8555, section 7.3.4). */
export interface ExternalAccount {
  readonly keyId: string
  /** Base64url, as authorities give it. */
  readonly key: string
}

/** How a request says who signs it: an account, or a key without one yet. */
export type Signer = { readonly kid: string } | { readonly jwk: PublicKeyFields }

/** @param privateKey on P-256 */
export function publicKeyFields(privateKey: KeyObject): PublicKeyFields {
  const { crv = '', kty = '', x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { crv, kty, x, y }
}

/** The digest that names a key (RFC 7638), in base64url. */
export function keyThumbprint(privateKey: KeyObject): string {
  return createHash('sha256')
    .update(JSON.stringify(publicKeyFields(privateKey)))
    .digest('base64url')
}

/** The text that proves a challenge (RFC 8555, section 8.1). @param accountKey on P-256 */
export function keyAuthorization(token: string, accountKey: KeyObject): string {
  return `${token}.${keyThumbprint(accountKey)}`
}

/** The TXT record at `_acme-challenge.` that proves a DNS-01 challenge (RFC 8555, section 8.4). */
export function dnsChallengeText(authorization: string): string {
  return createHash('sha256').update(authorization).digest('base64url')
}

/**
 * Signs a request with ES256 (RFC 8555, section 6.2).
 *
 * @param payload `undefined` for a request that only reads
 */
export function signRequest(
  privateKey: KeyObject,
  header: Signer & { readonly nonce: string; readonly url: string },
  payload: object | undefined,
): SignedBody {
  const parts = encodeParts({ alg: 'ES256', ...header }, payload)
  const signature = sign('sha256', signedText(parts), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return { ...parts, signature: signature.toString('base64url') }
}

/** Binds an account's key to an external account: signed with that one's key, HS256. */
export function bindExternalAccount(account: ExternalAccount, jwk: PublicKeyFields, url: string): SignedBody {
  const parts = encodeParts({ alg: 'HS256', kid: account.keyId, url }, jwk)
  const signature = createHmac('sha256', Buffer.from(account.key, 'base64url')).update(signedText(parts))
  return { ...parts, signature: signature.digest('base64url') }
}

type Parts = Pick<SignedBody, 'protected' | 'payload'>

function encodeParts(header: object, payload: object | undefined): Parts {
  return { protected: encode(header), payload: payload === undefined ? '' : encode(payload) }
}

function signedText(parts: Parts): Buffer {
  return Buffer.from(`${parts.protected}.${parts.payload}`, 'ascii')
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url')
}
