import { afterEmptyLine } from '../message/header-fields.ts'

/** Limits of the headers that signatures are checked for. */
const mostHeaderBytes = 256 * 1_024
const longestField = 64 * 1_024
const mostLines = 5_000
const mostFields = 1_000
/** Signatures that are checked, in their order; the others count as not there. */
export const mostSignatures = 10
const longestSignature = 4_096
/** Sets of ARC that are checked. RFC 8617 allows 50, each of which costs a key and a signature. */
const mostArcSets = 10

/** A message whose headers are within limits, without the signatures that are too many. */
export interface SignedMessage {
  readonly headers: Buffer
  readonly body: Buffer
  readonly signatures: number
  readonly skippedSignatures: number
  readonly arcSets: number
  readonly skippedArc: boolean
}

interface RawField {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** `undefined` where the headers are over a limit. */
export function readSignedMessage(raw: Uint8Array): SignedMessage | undefined {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const block = readRawFields(bytes)
  if (block === undefined) return undefined
  const { fields, end } = block
  const arcSets = fields.filter(({ name }) => name === 'arc-seal').length
  const skippedArc =
    arcSets > mostArcSets || fields.filter(({ name }) => name.startsWith('arc-')).length > 3 * mostArcSets
  let signatures = 0
  let skippedSignatures = 0
  const kept = fields.filter(({ name, start, end: next }) => {
    if (name.startsWith('arc-')) return !skippedArc
    if (name !== 'dkim-signature') return true
    const isKept = signatures < mostSignatures && next - start <= longestSignature
    if (isKept) signatures++
    else skippedSignatures++
    return isKept
  })
  const headers = Buffer.concat(kept.map(({ start, end: next }) => bytes.subarray(start, next)))
  return { headers, body: bytes.subarray(end), signatures, skippedSignatures, arcSets, skippedArc }
}

/** Headers with their continuation lines; `end` is where the empty line begins. */
function readRawFields(bytes: Buffer): { readonly fields: RawField[]; readonly end: number } | undefined {
  const fields: RawField[] = []
  let at = 0
  for (let lines = 0; at < bytes.length && afterEmptyLine(bytes, at) === undefined; lines++) {
    if (at > mostHeaderBytes || lines >= mostLines || fields.length > mostFields) return undefined
    const newline = bytes.indexOf(0x0a, at)
    const end = newline === -1 ? bytes.length : newline + 1
    const last = fields.at(-1)
    const isContinuation = bytes[at] === 0x20 || bytes[at] === 0x09
    if (isContinuation && last !== undefined) fields[fields.length - 1] = { ...last, end }
    else fields.push({ name: nameOf(bytes, at, end), start: at, end })
    at = end
  }
  const isTooLong = at > mostHeaderBytes || fields.some(({ start, end }) => end - start > longestField)
  return isTooLong ? undefined : { fields, end: at }
}

const longestName = 128

function nameOf(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('latin1', start, Math.min(end, start + longestName))
  const colon = text.indexOf(':')
  return colon === -1 ? '' : text.slice(0, colon).trim().toLowerCase()
}
