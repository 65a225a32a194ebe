/**
 * A workspace file: lines of JSON in compressed frames, each sealed.
 *
 *   "HWS1"   4 bytes
 *   length   4 bytes, of the sealing
 *   sealing  JSON, see `file-key.ts`
 *   frames   each: length of its content, 4 bytes; 1 byte: whether it is the last; content
 *   content  nonce, ciphertext and tag of AES-256-GCM; the text is up to 1 MiB of lines by Zstandard
 *
 * A frame is bound to the sealing, to its place and to being the last: none can be moved, left out or added.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { decipher, encipher } from '../../security/encryption/cipher.ts'
import { TransferError } from '../transfer-error.ts'
import { nonceOf, openFileKey, Sealing, type FileOpener, type FileSealing, type FrameKeys } from './file-key.ts'

const magic = Buffer.from('HWS1')
const [largestFrame, largestContent, largestSealing] = [1024 * 1024, 1024 * 1024 + 64 * 1024, 4_096]
/** Bytes of lines at most: these, and more for each byte of the file. A bomb has thousands for each. */
const [freeExpansion, mostExpansion] = [32 * 1024 * 1024, 1_000]
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const level = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** Writes frames. The bytes are the same for the same lines, unless the key is random. */
export async function* writeFrames(
  lines: AsyncIterable<string>,
  { sealing, keys }: FileSealing,
): AsyncGenerator<Uint8Array> {
  const head = Buffer.from(JSON.stringify(sealing))
  yield Buffer.concat([magic, lengthOf(head), head])
  const frame = { keys, head }
  let place = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const text of grouped(lines)) {
    rest = Buffer.concat([rest, Buffer.from(text)])
    for (; rest.length > largestFrame; rest = rest.subarray(largestFrame)) {
      yield await frameOf(frame, { place, isLast: false }, rest.subarray(0, largestFrame))
      place += 1
    }
  }
  yield await frameOf(frame, { place, isLast: true }, rest)
}

/** Lines joined into texts of some length, since each is copied once more. */
async function* grouped(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let [texts, length] = [[] as string[], 0]
  for await (const line of lines) {
    texts.push(line, '\n')
    length += line.length
    if (length < largestFrame / 4) continue
    yield texts.join('')
    ;[texts, length] = [[], 0]
  }
  yield texts.join('')
}

interface FrameFile {
  readonly keys: FrameKeys
  readonly head: Uint8Array
}

interface FramePlace {
  readonly place: number
  readonly isLast: boolean
}

async function frameOf({ keys, head }: FrameFile, at: FramePlace, lines: Uint8Array): Promise<Uint8Array> {
  const plain = await compress(lines, level)
  const bound = boundTo(head, at)
  const content = Buffer.concat(encipher(keys.sealing, { nonce: nonceOf(keys, bound, plain), plain, bound }))
  return Buffer.concat([lengthOf(content), Uint8Array.of(Number(at.isLast)), content])
}

function boundTo(head: Uint8Array, { place, isLast }: FramePlace): Buffer {
  return createHash('sha256')
    .update(head)
    .update(`|${place}|${isLast ? 'last' : 'more'}`)
    .digest()
}

function lengthOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return length
}

/** Finds the keys of a file, once for all passes over it. @throws TransferError for another file, a newer one, or the wrong key */
export async function openFile(bytes: AsyncIterable<Uint8Array>, opener: FileOpener): Promise<FrameKeys> {
  const reader = new ByteReader(bytes)
  try {
    return await openFileKey(sealingOf(await readHead(reader)), opener)
  } finally {
    await reader.end()
  }
}

/** Reads the lines' bytes, a frame at a time. @throws TransferError for a file that was altered or cut short */
export async function* readFrames(bytes: AsyncIterable<Uint8Array>, keys: FrameKeys): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(bytes)
  try {
    const head = await readHead(reader)
    let [written, isLast] = [0, false]
    for (let place = 0; !isLast; place += 1) {
      const length = (await reader.take(4)).readUInt32BE()
      if (length > largestContent) throw altered()
      isLast = (await reader.take(1))[0] === 1
      const lines = await openFrame({ keys, head }, { place, isLast }, await reader.take(length))
      written += lines.length
      if (written > freeExpansion + mostExpansion * reader.taken) throw tooExpanded()
      yield lines
    }
    if (!(await reader.isOver())) throw altered()
  } finally {
    await reader.end()
  }
}

async function openFrame({ keys, head }: FrameFile, at: FramePlace, content: Uint8Array): Promise<Uint8Array> {
  try {
    const plain = decipher(keys.sealing, content, boundTo(head, at))
    return await decompress(plain, { maxOutputLength: largestFrame })
  } catch (cause) {
    throw at.place === 0 ? wrongKey(cause) : altered(cause)
  }
}

async function readHead(reader: ByteReader): Promise<Buffer> {
  const found = await reader.take(4)
  if (!found.equals(magic)) {
    const isNewer = found.subarray(0, 3).equals(magic.subarray(0, 3))
    throw new TransferError(
      isNewer ? 'The file is of a newer version of the host. Import it with that version.' : 'Not a workspace file.',
    )
  }
  const length = (await reader.take(4)).readUInt32BE()
  if (length > largestSealing) throw altered()
  return await reader.take(length)
}

function sealingOf(head: Uint8Array): Sealing {
  try {
    return Sealing.parse(JSON.parse(Buffer.from(head).toString()))
  } catch (cause) {
    throw altered(cause)
  }
}

/** Takes bytes from a stream in counts. */
class ByteReader {
  readonly #from: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)
  taken = 0

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#from = bytes[Symbol.asyncIterator]()
  }

  /** @throws TransferError at the end of the stream */
  async take(count: number): Promise<Buffer> {
    while (this.#rest.length < count) if (!(await this.#more())) throw cutShort()
    const taken = this.#rest.subarray(0, count)
    this.#rest = this.#rest.subarray(count)
    this.taken += count
    return taken
  }

  async isOver(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#more())
  }

  async end(): Promise<void> {
    await this.#from.return?.()
  }

  async #more(): Promise<boolean> {
    const next = await this.#from.next()
    if (next.done === true) return false
    this.#rest = Buffer.concat([this.#rest, next.value])
    return true
  }
}

/** The refusal of a file that was altered. */
export function altered(cause?: unknown): TransferError {
  return new TransferError('The file was altered or is damaged. Export the workspace again.', { cause })
}

function cutShort(): TransferError {
  return new TransferError('The file is cut short. Copy it again, or export the workspace again.')
}

function wrongKey(cause: unknown): TransferError {
  return new TransferError('The key or passphrase does not open the file, or the file was altered.', { cause })
}

function tooExpanded(): TransferError {
  return new TransferError('The file expands to far more than a workspace would: it was altered.')
}
