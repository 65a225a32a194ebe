/**
 * A chunk as it is stored:
 *
 *   "HBK1"   4 bytes
 *   form     1 byte: 0 compressed, 1 compressed and then sealed
 *   secret   32 bytes, for a sealed one: the encapsulated secret of HPKE
 *   content  the chunk by Zstandard; sealed, with 16 bytes of proof behind it
 *   digest   32 bytes: SHA-256 of all before it, so that anyone can tell a damaged chunk
 *
 * Sealing is HPKE in base mode (RFC 9180) with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM. The name of the
 * chunk is bound to it, so none can take another's place. Only the holder of the recipient's private key opens it.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { freeBytes } from '../../support/free-bytes.ts'
import { BackupError, BackupSealed } from '../backup-error.ts'
import { openSealed, seal, secretLength, type Identity, type Recipient } from './recipient.ts'

/** The most bytes of a chunk before it is compressed. */
export const largestChunk = 4 * 1024 * 1024

const magic = Buffer.from('HBK1')
const digestLength = 32
const [compressed, sealed] = [0, 1]
/** The result is in one piece, also that of bytes that can't be compressed: each piece is a turn of the event loop. */
const whole = { chunkSize: largestChunk + 64 * 1024 }
const level = { ...whole, params: { [constants.ZSTD_c_compressionLevel]: 3 } }

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Bytes that their owner uses again. */
export interface LentBytes {
  readonly bytes: Uint8Array
  /** Called when they are not read any more. */
  release(): void
}

/** Makes the stored form of a chunk. @param recipient undefined leaves it readable by anyone who has the file */
export async function boxChunk(
  name: string,
  { bytes, release }: LentBytes,
  recipient: Recipient | undefined,
): Promise<Uint8Array> {
  const content = await compress(bytes, level)
  release()
  if (recipient === undefined) return frame(compressed, [content])
  const parts = await seal(recipient, content, name)
  freeBytes(content)
  return frame(sealed, parts)
}

/** The stored form of a content; the memory of its parts is given back. */
function frame(form: number, content: readonly Uint8Array[]): Uint8Array {
  const parts = [magic, Uint8Array.of(form), ...content]
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  const stored = joined([...parts, digest.digest()])
  for (const part of content) freeBytes(part)
  return stored
}

/** Joins parts in memory of one size: pieces of many sizes would leave gaps between them that stay with the process. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const stored = Buffer.allocUnsafeSlow(whole.chunkSize)
  let length = 0
  for (const part of parts) {
    stored.set(part, length)
    length += part.length
  }
  return stored.subarray(0, length)
}

/** Whether a stored chunk is as it was written. Needs no key. */
export function isIntact(stored: Uint8Array): boolean {
  if (stored.length < magic.length + 1 + digestLength || !magic.equals(stored.subarray(0, magic.length))) return false
  const digest = createHash('sha256').update(stored.subarray(0, -digestLength)).digest()
  return digest.equals(stored.subarray(-digestLength))
}

/** Opens a stored chunk. @throws BackupError naming the chunk, when it is damaged or sealed for someone else */
export async function openChunk(name: string, stored: Uint8Array, identity: Identity | undefined): Promise<Uint8Array> {
  if (!isIntact(stored)) throw new BackupError('chunk_damaged', { name })
  const [form, rest] = [stored[magic.length], stored.subarray(magic.length + 1, -digestLength)]
  if (form !== sealed) return await expand(name, rest)
  const content = await unseal(name, rest, identity)
  const bytes = await expand(name, content)
  freeBytes(content)
  return bytes
}

async function expand(name: string, content: Uint8Array): Promise<Uint8Array> {
  return await decompress(content, { ...whole, maxOutputLength: largestChunk }).catch((cause: unknown) => {
    throw new BackupError('chunk_unreadable', { name }, { cause })
  })
}

async function unseal(name: string, sealedBytes: Uint8Array, identity: Identity | undefined): Promise<Uint8Array> {
  if (identity === undefined) {
    throw new BackupSealed('no_private_key', {})
  }
  const [secret, content] = [sealedBytes.subarray(0, secretLength), sealedBytes.subarray(secretLength)]
  try {
    return await openSealed(identity, { secret, content, name })
  } catch (cause) {
    throw new BackupSealed('wrong_private_key', { name }, { cause })
  }
}
