/** Limits of one message. Sizes are bytes. */
export interface ParseLimits {
  /** Levels of parts within parts. */
  readonly depth: number
  readonly parts: number
  /** The headers of the message, and those of each part. */
  readonly headerBlock: number
  /** One header with its continuation lines. */
  readonly header: number
  /** Addresses of all headers together. */
  readonly addresses: number
  /** Decoded texts and attachments together, as a multiple of the message. */
  readonly decodedRatio: number
  /** Bytes of the name of an attachment; longer names are cut. */
  readonly attachmentName: number
  /** Characters of the text and of the HTML; longer ones are cut. */
  readonly body: number
}

export const parseLimits: ParseLimits = {
  depth: 50,
  parts: 500,
  headerBlock: 256 * 1_024,
  header: 64 * 1_024,
  addresses: 2_000,
  decodedRatio: 4,
  attachmentName: 255,
  body: 4 * 1_024 * 1_024,
}

/** The limit that ended a parse. `time` and `memory` are those of the thread, and `failure` is an unforeseen error. */
export type LimitName =
  | 'depth'
  | 'parts'
  | 'header-block'
  | 'header'
  | 'addresses'
  | 'decoded'
  | 'time'
  | 'memory'
  | 'failure'

/** Ends a parse within this folder; no caller sees it. */
export class LimitReached extends Error {
  readonly limit: LimitName

  constructor(limit: LimitName) {
    super(limit)
    this.name = 'LimitReached'
    this.limit = limit
  }
}
