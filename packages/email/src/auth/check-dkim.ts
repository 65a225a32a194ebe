import { setImmediate } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { GuardedLookup } from './guarded-lookup.ts'
import { loadArc, loadDkim } from './mailauth.ts'
import { oneOf, plain } from './plain.ts'
import type { SignedMessage } from './signed-message.ts'

export type DkimResult = 'pass' | 'fail' | 'neutral' | 'policy' | 'permerror' | 'temperror'

/** Why a signature does not count. */
export type DkimReason =
  | 'body-changed'
  | 'headers-changed'
  | 'body-partly-signed'
  | 'weak-key'
  | 'weak-algorithm'
  | 'expired'
  | 'no-key'
  | 'invalid-key'
  | 'dns-failure'
  | 'invalid-signature'

/** One DKIM signature (RFC 6376, 8301, 8463). */
export interface DkimCheck {
  readonly result: DkimResult
  readonly reason: DkimReason | undefined
  /** Signing domain and selector. */
  readonly domain: string
  readonly selector: string
  readonly algorithm: string
  /** Begin of the signature, by which reports name it. */
  readonly signature: string
  readonly keyBits: number | undefined
}

/** The ARC chain (RFC 8617), which is recorded only. `skipped`: more sets than are checked. */
export interface ArcCheck {
  readonly result: 'none' | 'pass' | 'fail' | 'temperror' | 'skipped'
  readonly sets: number
  /** Domain of the last seal, where the chain is valid. */
  readonly sealedBy: string | undefined
}

/** Signatures of a message and the authors that its From names. */
export interface SignatureChecks {
  readonly dkim: readonly DkimCheck[]
  readonly arc: ArcCheck
  readonly authors: readonly string[]
  readonly fromFields: number
}

/** Bytes that are hashed at once; other requests run between two pieces. */
const pieceBytes = 64 * 1_024

async function* piecesOf({ headers, body }: SignedMessage): AsyncGenerator<Buffer> {
  yield headers
  for (let at = 0; at < body.length; at += pieceBytes) {
    yield withLineBreaks(body, at, Math.min(body.length, at + pieceBytes))
    await setImmediate()
  }
}

const [lf, cr] = [0x0a, 0x0d]

/** A piece of a body, every bare LF as CRLF, as `mailauth` reads it too, with a buffer for each of them. */
function withLineBreaks(body: Buffer, start: number, end: number): Buffer {
  if (!hasBareLine(body, start, end)) return body.subarray(start, end)
  const out = Buffer.alloc((end - start) * 2)
  let length = 0
  for (let at = start; at < end; at++) {
    const byte = body[at] ?? 0
    if (byte === lf && body[at - 1] !== cr) out[length++] = cr
    out[length++] = byte
  }
  return out.subarray(0, length)
}

function hasBareLine(body: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (body[at] === lf && body[at - 1] !== cr) return true
  return false
}

/** Checks the signatures of a message. It rejects only where `mailauth` fails. */
export async function checkSignatures(
  message: SignedMessage,
  { lookup, now }: { readonly lookup: GuardedLookup; readonly now: Date },
): Promise<SignatureChecks> {
  const verify = await loadDkim()
  const resolver = lookup.resolve as never
  const options = { resolver, curTime: now, minBitLength: 1_024, rejectRsaSha1: true }
  const verified = await verify(Readable.from(piecesOf(message)), options)
  const signed = verified.results.filter(({ signingDomain }) => signingDomain !== undefined)
  return {
    dkim: signed.map((found) => dkimCheck(found)),
    arc: await checkArc(message, verified.arc, resolver),
    authors: verified.headerFrom,
    fromFields: verified.fromFields,
  }
}

type Verified = Awaited<ReturnType<Awaited<ReturnType<typeof loadDkim>>>>
type Found = Verified['results'][number]

function dkimCheck(found: Found): DkimCheck {
  const { status, signingDomain, selector, algo, signature, modulusLength } = found
  const comment = typeof status.comment === 'string' ? status.comment : ''
  const verdict = verdictOf(status.result, comment, status)
  return {
    ...verdict,
    domain: plain(String(signingDomain)).toLowerCase(),
    selector: plain(String(selector)),
    algorithm: plain(String(algo)),
    signature: plain(signature ?? '', 8),
    keyBits: modulusLength,
  }
}

const resultNames: readonly DkimResult[] = ['pass', 'fail', 'neutral', 'policy', 'permerror', 'temperror']

const reasons: Readonly<Record<string, DkimReason>> = {
  'body hash did not verify': 'body-changed',
  'bad signature': 'headers-changed',
  'weak algorithm': 'weak-algorithm',
  expired: 'expired',
  'no key': 'no-key',
  'unknown key version': 'invalid-key',
  'unknown key type': 'invalid-key',
  'invalid public key': 'invalid-key',
  'inappropriate hash algorithm': 'invalid-key',
  'key not for email': 'invalid-key',
}

function verdictOf(
  raw: string,
  comment: string,
  { underSized }: { readonly underSized?: number },
): Pick<DkimCheck, 'result' | 'reason'> {
  // With l= anyone can append to the body; what readers see is not what was signed.
  if (raw === 'pass' && (underSized ?? 0) > 0) return { result: 'policy', reason: 'body-partly-signed' }
  if (raw === 'pass') return { result: 'pass', reason: undefined }
  const result = oneOf(resultNames, raw) ?? 'neutral'
  const reason = Object.hasOwn(reasons, comment) ? reasons[comment] : undefined
  if (reason === 'body-changed') return { result: 'fail', reason }
  if (reason !== undefined) return { result: reason.endsWith('-key') ? 'permerror' : result, reason }
  if (result === 'policy') return { result, reason: 'weak-key' }
  return { result, reason: result === 'temperror' ? 'dns-failure' : 'invalid-signature' }
}

async function checkArc(message: SignedMessage, data: Verified['arc'], resolver: never): Promise<ArcCheck> {
  const sets = message.arcSets
  if (message.skippedArc) return { result: 'skipped', sets, sealedBy: undefined }
  if (sets === 0 || data === undefined) return { result: 'none', sets, sealedBy: undefined }
  try {
    const arc = await loadArc()
    const { status } = await arc(data as never, { resolver })
    const result = oneOf(['none', 'pass', 'fail', 'temperror'] as const, status.result) ?? 'fail'
    const seal = data.lastEntry?.['arc-seal']?.parsed?.['d']?.value
    return { result, sets, sealedBy: result === 'pass' && typeof seal === 'string' ? plain(seal) : undefined }
  } catch {
    return { result: 'temperror', sets, sealedBy: undefined }
  }
}
