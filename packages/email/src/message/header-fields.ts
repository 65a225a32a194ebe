import { LimitReached, type ParseLimits } from './limits.ts'

/** A header with its name in lower case and its value unfolded. */
export interface HeaderField {
  readonly name: string
  readonly value: string
}

/** Where the headers of a message or part end and its body begins. */
export interface HeaderBlock {
  readonly start: number
  readonly end: number
  readonly body: number
}

const lf = 0x0a
const cr = 0x0d
const space = 0x20
const tab = 0x09

/** Where the line behind the empty line at `at` begins; `undefined` where no empty line is. */
export function afterEmptyLine(bytes: Buffer, at: number): number | undefined {
  if (bytes[at] === lf) return at + 1
  return bytes[at] === cr && bytes[at + 1] === lf ? at + 2 : undefined
}

/** Finds the empty line after the headers of a message. Without one everything to `end` is headers. */
export function findHeaderBlock(bytes: Buffer, end: number): HeaderBlock {
  for (let at = 0; at < end;) {
    const body = afterEmptyLine(bytes, at)
    if (body !== undefined) return { start: 0, end: at, body }
    const next = bytes.indexOf(lf, at)
    if (next === -1 || next >= end) break
    at = next + 1
  }
  return { start: 0, end, body: end }
}

/**
 * The headers of a block, in their order, as far as they are wanted. Lines without a colon are left out, and so is the
 * `From ` line of a mailbox file.
 * @throws {LimitReached}
 */
export function readFields(
  bytes: Buffer,
  { start, end }: Pick<HeaderBlock, 'start' | 'end'>,
  { limits, wanted }: { readonly limits: ParseLimits; readonly wanted?: ReadonlySet<string> },
): HeaderField[] {
  if (end - start > limits.headerBlock) throw new LimitReached('header-block')
  const fields: HeaderField[] = []
  for (let at = start; at < end;) {
    const next = endOfField(bytes, at, end)
    if (next - at > limits.header) throw new LimitReached('header')
    const name = nameOf(bytes, at, next)
    if (name !== '' && (wanted === undefined || wanted.has(name))) {
      fields.push({ name, value: unfold(bytes.toString('utf8', bytes.indexOf(0x3a, at) + 1, next)) })
    }
    at = next
  }
  return fields
}

/** Only a space or tab continues a header. */
function endOfField(bytes: Buffer, start: number, end: number): number {
  for (let at = start; ;) {
    const next = bytes.indexOf(lf, at)
    if (next === -1 || next + 1 >= end) return end
    at = next + 1
    if (bytes[at] !== space && bytes[at] !== tab) return at
  }
}

/** The longest name that is looked at. */
const longestName = 128

function nameOf(bytes: Buffer, start: number, end: number): string {
  const colon = bytes.subarray(start, Math.min(end, start + longestName)).indexOf(0x3a)
  if (colon < 1) return ''
  const name = bytes.toString('latin1', start, start + colon).trimEnd()
  return /^[!-9;-~]+$/.test(name) ? name.toLowerCase() : ''
}

/** Line breaks go, the space behind them stays, and no bare CR is left. */
const unfold = (value: string): string =>
  value.replaceAll('\r\n', '\n').replaceAll('\n', '').replaceAll('\r', ' ').trim()

/** The first header of a name: duplicates never outvote it. */
export const firstValue = (fields: readonly HeaderField[], name: string): string | undefined =>
  fields.find((field) => field.name === name)?.value
