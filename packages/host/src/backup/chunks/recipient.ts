/** The pair of keys of a backup: the public half is in the configuration of the host, the private half is not. */
import { createPrivateKey, createPublicKey, webcrypto } from 'node:crypto'
import { CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_X25519_HKDF_SHA256, type CryptoKey } from 'hpke'
import { piecewiseGcm } from './piecewise-gcm.ts'

const suite = new CipherSuite(KEM_DHKEM_X25519_HKDF_SHA256, KDF_HKDF_SHA256, piecewiseGcm)

/** Bytes of an encapsulated secret. */
export const secretLength = 32

const keyLength = 32
/** What comes before the 32 bytes of a private key of X25519 in PKCS #8 (RFC 8410, section 7). */
const pkcs8Head = Buffer.from('302e020100300506032b656e04220420', 'hex')
const publicPrefix = 'hostpub1_'
const privatePrefix = 'hostkey1_'
const info = new TextEncoder().encode('host/backup/v1')

/** For whom backups are sealed. */
export interface Recipient {
  /** As `HOST_BACKUP_RECIPIENT` has it. */
  readonly text: string
  readonly key: CryptoKey
}

/** What opens them: the private key, with its public half. */
export interface Identity {
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

/** A new pair, each half as text. The private one is a secret. */
export async function newKeyPair(): Promise<{ readonly recipient: string; readonly identity: string }> {
  const { publicKey, privateKey } = await suite.GenerateKeyPair(true)
  const [open, secret] = [await suite.SerializePublicKey(publicKey), await suite.SerializePrivateKey(privateKey)]
  return { recipient: publicPrefix + textOf(open), identity: privatePrefix + textOf(secret) }
}

/** Checks `HOST_BACKUP_RECIPIENT`. @throws TypeError with the expected form */
export function parseRecipient(text: string): string {
  if (bytesOf(publicPrefix, text) !== undefined) return text
  if (bytesOf(privatePrefix, text) !== undefined) {
    throw new TypeError(
      'it is the private key, which must not be on this machine; use the one that begins with "hostpub1_"',
    )
  }
  throw new TypeError('it is not a public key of "host backups key", which begins with "hostpub1_"')
}

/** @param text as `parseRecipient` lets it pass */
export async function readRecipient(text: string): Promise<Recipient> {
  return { text, key: await suite.DeserializePublicKey(bytesOf(publicPrefix, text) ?? new Uint8Array()) }
}

/** Checks `HOST_BACKUP_IDENTITY`: a private key, alone or behind lines that begin with "#". @throws TypeError */
export function parseIdentity(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  const [key = '', ...more] = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (more.length === 0 && bytesOf(privatePrefix, key) !== undefined) return key
  throw new TypeError('it is not a private key of "host backups key", which begins with "hostkey1_"')
}

/** @param text as `parseIdentity` returns it */
export async function readIdentity(text: string): Promise<Identity> {
  const bytes = bytesOf(privatePrefix, text) ?? new Uint8Array()
  const pkcs8 = Buffer.concat([pkcs8Head, bytes])
  const { x = '' } = createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })).export({
    format: 'jwk',
  })
  return {
    privateKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, 'X25519', false, ['deriveBits']),
    publicKey: await suite.DeserializePublicKey(Buffer.from(x, 'base64url')),
  }
}

/** @returns the encapsulated secret, and the sealed content */
export async function seal(
  { key }: Recipient,
  content: Uint8Array,
  name: string,
): Promise<readonly [secret: Uint8Array, content: Uint8Array]> {
  const { encapsulatedSecret, ciphertext } = await suite.Seal(key, content, { aad: bytesOfName(name), info })
  return [encapsulatedSecret, ciphertext]
}

/** A sealed content, with its secret and the name that it is bound to. */
export interface Sealed {
  readonly secret: Uint8Array
  readonly content: Uint8Array
  readonly name: string
}

/** @throws Error when it was altered, or sealed for another recipient, or under another name */
export async function openSealed(identity: Identity, { secret, content, name }: Sealed): Promise<Uint8Array> {
  return await suite.Open(identity, secret, content, { aad: bytesOfName(name), info })
}

function bytesOfName(name: string): Uint8Array {
  return new TextEncoder().encode(name)
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

function bytesOf(prefix: string, text: string): Uint8Array | undefined {
  if (!text.startsWith(prefix) || !/^[\w-]{43}$/.test(text.slice(prefix.length))) return undefined
  const bytes = Buffer.from(text.slice(prefix.length), 'base64url')
  return bytes.length === keyLength ? bytes : undefined
}
