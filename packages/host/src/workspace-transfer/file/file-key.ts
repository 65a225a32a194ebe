/**
 * The key of a workspace file: made from a passphrase, or random and sealed for a recipient. From a passphrase the same
 * data gives the same bytes: its salt is that of the workspace, and each nonce follows from the key and the frame.
 */
import { createHash, createHmac, hkdfSync, randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import * as z from 'zod'
import { openSealed, readRecipient, seal, type Identity } from '../../backup/chunks/recipient.ts'
import { TransferError } from '../transfer-error.ts'

/** For whom a file is sealed. */
export type FileRecipient =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  /** @see parseRecipient */
  | { readonly kind: 'recipient'; readonly recipient: string }

/** What opens a sealed file. */
export interface FileOpener {
  readonly passphrase?: string | undefined
  readonly identity?: Identity | undefined
}

/** The keys of the frames of a file. */
export interface FrameKeys {
  readonly sealing: Uint8Array
  readonly nonces: Uint8Array
}

const base64 = (length: number) => z.base64url().length(Math.ceil((length * 4) / 3))

/** How a file is sealed, as its first bytes say. */
export const Sealing = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('passphrase'), salt: base64(16) }),
  z.strictObject({ kind: z.literal('recipient'), recipient: z.string().max(64), secret: base64(32), key: base64(48) }),
])
export type Sealing = z.infer<typeof Sealing>

/** How a file is sealed, with the keys of its frames. */
export interface FileSealing {
  readonly sealing: Sealing
  readonly keys: FrameKeys
}

/** The least characters of a passphrase: a reader of the file can try any number of them. */
export const leastPassphrase = 12

const keyLength = 32
const name = 'host/workspace-file/v1'
/** 128 MiB and most of a second for each try. */
const cost: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/** Makes the key of a new file. @throws TransferError for a short passphrase */
export async function makeFileKey(recipient: FileRecipient, workspace: string): Promise<FileSealing> {
  if (recipient.kind === 'recipient') return await sealedKey(recipient.recipient)
  if (recipient.passphrase.length < leastPassphrase) {
    throw new TransferError(`The passphrase needs at least ${leastPassphrase} characters.`)
  }
  const salt = createHash('sha256').update(`${name}|${workspace}`).digest().subarray(0, 16)
  const key = await stretched(recipient.passphrase, salt)
  return { sealing: { kind: 'passphrase', salt: salt.toString('base64url') } as const, keys: frameKeys(key) }
}

async function sealedKey(recipient: string): Promise<FileSealing> {
  const key = randomBytes(keyLength)
  const [secret, sealed] = await seal(await readRecipient(recipient), key, name)
  const [secretText, keyText] = [secret, sealed].map((bytes) => Buffer.from(bytes).toString('base64url'))
  return {
    sealing: { kind: 'recipient', recipient, secret: secretText ?? '', key: keyText ?? '' } as const,
    keys: frameKeys(key),
  }
}

/** The keys of a file. @throws TransferError when the opener lacks what the file asks for, or it is for another key */
export async function openFileKey(sealing: Sealing, opener: FileOpener): Promise<FrameKeys> {
  if (sealing.kind === 'passphrase') {
    if (opener.passphrase === undefined) {
      throw new TransferError('The file needs its passphrase: add --passphrase-file.')
    }
    return frameKeys(await stretched(opener.passphrase, Buffer.from(sealing.salt, 'base64url')))
  }
  if (opener.identity === undefined) {
    throw new TransferError(`The file is sealed for "${sealing.recipient}": add its private key with --identity.`)
  }
  const [secret, content] = [Buffer.from(sealing.secret, 'base64url'), Buffer.from(sealing.key, 'base64url')]
  try {
    return frameKeys(await openSealed(opener.identity, { secret, content, name }))
  } catch (cause) {
    throw new TransferError(`The private key does not open the file. It is sealed for "${sealing.recipient}".`, {
      cause,
    })
  }
}

/** The nonce of a frame: no two frames of one key have the same, unless they are the same. */
export function nonceOf({ nonces }: FrameKeys, bound: Uint8Array, plain: Uint8Array): Buffer {
  return createHmac('sha256', nonces).update(bound).update(plain).digest().subarray(0, 12)
}

function frameKeys(key: Uint8Array): FrameKeys {
  const derived = (info: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', key, '', `${name}|${info}`, keyLength))
  return { sealing: derived('frames'), nonces: derived('nonces') }
}

function stretched(passphrase: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, keyLength, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
