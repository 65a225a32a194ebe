import { createHash, sign, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { inTurns, joinInTurns } from '../in-turns.ts'
import { RelaxedBody, relaxedHeader } from './canonical.ts'

/** A key that signs for a domain. Its record is at `<selector>._domainkey.<domain>`. */
export interface DkimKey {
  readonly domain: string
  readonly selector: string
  /** Ed25519, or RSA of at least 2,048 bits. */
  readonly privateKey: KeyObject
}

/** A key or a message that cannot be signed. */
export class DkimSignError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DkimSignError'
  }
}

/** Signed once more than they are there, so that a second one of them breaks the signature. */
const oversigned = ['from', 'to', 'subject', 'date', 'mime-version']

/** Signed as often as they are there. */
const signedToo = [
  'sender',
  'reply-to',
  'cc',
  'message-id',
  'in-reply-to',
  'references',
  'content-type',
  'content-transfer-encoding',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'auto-submitted',
]

const leastBits = 2_048
const signBytes = promisify(sign)

interface Field {
  readonly name: string
  readonly text: string
}

/**
 * Puts a DKIM signature of each key before a message with CRLF (RFC 6376, 8301, 8463): relaxed/relaxed, the whole body,
 * without an expiry.
 * @throws {DkimSignError}
 */
export async function signMessage(
  message: Buffer,
  { keys, now }: { readonly keys: readonly DkimKey[]; readonly now: Date },
): Promise<Buffer> {
  for (const key of keys) checkKey(key)
  const end = message.indexOf('\r\n\r\n')
  if (end === -1) throw new DkimSignError('The message has no empty line after its headers.')
  // SMTP ends every message with a line break; blanks before a missing one are where verifiers differ.
  if (message.at(-1) !== 0x0a) throw new DkimSignError('The message does not end with a line break.')
  const fields = fieldsOf(message.toString('latin1', 0, end))
  const froms = fields.filter(({ name }) => name === 'from').length
  if (froms !== 1) throw new DkimSignError('The message needs one From header.')
  const bodyHash = await hashOf(message.subarray(end + 4))
  const signed = signedFields(fields)
  const parts: SignatureParts = {
    names: [...signed.map(({ name }) => name), ...oversigned].join(':'),
    canonical: signed.map(({ text }) => `${relaxedHeader(text)}\r\n`).join(''),
    bodyHash,
    seconds: Math.floor(now.getTime() / 1_000),
  }
  const headers = await Promise.all(keys.map((key) => headerOf(key, parts)))
  const joined = await joinInTurns([...headers.map((header) => Buffer.from(header, 'latin1')), message])
  return Buffer.from(joined.buffer)
}

async function hashOf(body: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  const relaxed = new RelaxedBody()
  for await (const piece of inTurns(body)) hash.update(relaxed.update(piece))
  return hash.update(relaxed.end()).digest('base64')
}

function checkKey({ domain, selector, privateKey }: DkimKey): void {
  for (const name of [domain, selector]) {
    const isName =
      name.length <= 253 && name.split('.').every((label) => /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/i.test(label))
    if (!isName) throw new DkimSignError(`Not a valid domain or selector: ${JSON.stringify(name.slice(0, 100))}`)
  }
  const { type, asymmetricKeyType, asymmetricKeyDetails } = privateKey
  if (type !== 'private') throw new DkimSignError('Signing needs a private key.')
  if (asymmetricKeyType === 'ed25519') return
  if (asymmetricKeyType !== 'rsa') throw new DkimSignError('Use an Ed25519 or RSA key.')
  if ((asymmetricKeyDetails?.modulusLength ?? 0) < leastBits) {
    throw new DkimSignError(`Use an RSA key of at least ${leastBits} bits.`)
  }
}

/** Headers in their order, each with its continuation lines, as Latin-1 so that every byte stays. */
function fieldsOf(block: string): Field[] {
  const fields: string[] = []
  for (const line of block.split('\r\n')) {
    const last = fields.at(-1)
    if (last !== undefined && /^[ \t]/.test(line)) fields[fields.length - 1] = `${last}\r\n${line}`
    else fields.push(line)
  }
  return fields.map((text) => ({ name: text.slice(0, text.indexOf(':')).trim().toLowerCase(), text }))
}

/** Parts of a signature that all keys share. */
interface SignatureParts {
  readonly names: string
  readonly canonical: string
  readonly bodyHash: string
  readonly seconds: number
}

async function headerOf(
  { domain, selector, privateKey }: DkimKey,
  { names, canonical, bodyHash, seconds }: SignatureParts,
): Promise<string> {
  const header = [
    `DKIM-Signature: v=1; a=${privateKey.asymmetricKeyType}-sha256; c=relaxed/relaxed;`,
    `d=${domain};`,
    `s=${selector}; t=${seconds};`,
    ...linesOf(`h=${names};`, ':'),
    `bh=${bodyHash};`,
    'b=',
  ].join('\r\n\t')
  const signature = await signatureOf(Buffer.from(canonical + relaxedHeader(header), 'latin1'), privateKey)
  return `${header}${(signature.match(/.{1,72}/g) ?? []).join('\r\n\t')}\r\n`
}

/**
 * RFC 8463 signs the hash with Ed25519; RSA hashes on its own. Ed25519 takes less time than the way to another thread.
 */
async function signatureOf(bytes: Buffer, key: KeyObject): Promise<string> {
  const isRsa = key.asymmetricKeyType === 'rsa'
  const signature = isRsa
    ? await signBytes('sha256', bytes, key)
    : sign(undefined, createHash('sha256').update(bytes).digest(), key)
  return signature.toString('base64')
}

/** Of several headers with a name the last comes first (RFC 6376, 5.4.2). */
function signedFields(fields: readonly Field[]): Field[] {
  const reversed = fields.toReversed()
  return [...oversigned, ...signedToo].flatMap((name) => reversed.filter((field) => field.name === name))
}

const longestLine = 72

function linesOf(text: string, separator: string): string[] {
  const lines: string[] = ['']
  for (const [index, piece] of text.split(separator).entries()) {
    const last = lines.at(-1) ?? ''
    const joined = index === 0 ? piece : `${separator}${piece}`
    if (last.length + joined.length > longestLine) lines.push(joined)
    else lines[lines.length - 1] = last + joined
  }
  return lines
}
