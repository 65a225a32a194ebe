import { readContent, type Content, type Problem } from './body.ts'
import { readFields } from './header-fields.ts'
import { LimitReached, parseLimits, type LimitName, type ParseLimits } from './limits.ts'
import { readHead, readMessageHeaders, type MessageHeaders } from './message-headers.ts'
import { readStructure } from './structure.ts'
import { findHeaderBlock } from './header-fields.ts'

/** A message as it is stored, listed and shown. */
export interface ParsedMessage extends Content {
  /** A message over a limit has its headers from its first 64 kB and no content. */
  readonly parse: 'complete' | { readonly limit: LimitName }
  readonly headers: MessageHeaders
  readonly problems: readonly Problem[]
}

/**
 * Parses a raw message (RFC 5322, MIME). It never throws: whatever the bytes are, there is a result, and all texts in
 * it can be stored.
 */
export function parseMessage(raw: Uint8Array, limits: ParseLimits = parseLimits): ParsedMessage {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  try {
    return parseWithin(bytes, limits)
  } catch (error) {
    return unparsed(bytes, error instanceof LimitReached ? error.limit : 'failure')
  }
}

/** The result for a message that is over a limit: headers only. */
export function unparsed(raw: Uint8Array, limit: LimitName): ParsedMessage {
  const headers = readHead(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
  return { parse: { limit }, headers, text: '', html: undefined, attachments: [], problems: [] }
}

function parseWithin(bytes: Buffer, limits: ParseLimits): ParsedMessage {
  const problems = new Set<Problem>()
  const end = Math.min(bytes.length, limits.headerBlock + 4)
  const fields = readFields(bytes, findHeaderBlock(bytes, end), { limits })
  const headers = readMessageHeaders(fields, limits)
  const froms = fields.filter(({ name }) => name === 'from').length
  if (froms !== 1) problems.add(froms === 0 ? 'no-from' : 'several-from')
  const content = readContent({ bytes, root: readStructure(bytes, limits) }, { limits, problems })
  return { parse: 'complete', headers, ...content, problems: [...problems] }
}
