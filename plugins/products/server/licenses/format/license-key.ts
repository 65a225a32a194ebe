import { sign, verify, type KeyObject } from 'node:crypto'
import { readPayload, writePayload, type LicensePayload } from './license-payload.ts'

/** The longest key. */
export const longestLicenseKey = 512
const mark = 'HK1'
const signatureLength = 86

/** A license key that is well-formed; its signature is not checked yet. */
export interface ReadLicenseKey {
  readonly payload: LicensePayload
  /** The signed text. */
  readonly part: string
  readonly signature: Buffer
}

/** `HK1.<payload>.<signature>`: Ed25519 over the ASCII bytes of the payload part. @throws RangeError */
export function signLicense(payload: LicensePayload, privateKey: KeyObject): string {
  const part = writePayload(payload)
  return `${mark}.${part}.${sign(null, Buffer.from(part), privateKey).toString('base64url')}`
}

/** Reads a license key; undefined for any text that `signLicense` does not make. */
export function readLicenseKey(text: string): ReadLicenseKey | undefined {
  if (text.length > longestLicenseKey) return undefined
  const [head, part, end, ...rest] = text.split('.')
  if (head !== mark || part === undefined || end?.length !== signatureLength || rest.length > 0) return undefined
  const signature = Buffer.from(end, 'base64url')
  if (signature.toString('base64url') !== end) return undefined
  const payload = readPayload(part)
  return payload && { payload, part, signature }
}

/** Whether the key signed the license. */
export function isSignedBy({ part, signature }: ReadLicenseKey, publicKey: KeyObject): boolean {
  return verify(null, Buffer.from(part), publicKey, signature)
}
