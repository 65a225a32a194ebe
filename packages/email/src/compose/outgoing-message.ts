import type { Address } from '../message/addresses.ts'

/** A file that goes with a message. */
export interface OutgoingAttachment {
  readonly name: string
  /** A media type such as `application/pdf`. */
  readonly type: string
  readonly bytes: Uint8Array
  /** Set for an image that the HTML shows by `cid:` and this text. */
  readonly contentId?: string
}

/** A message to be built. The caller checks that the workspace owns `from`. */
export interface OutgoingMessage {
  readonly from: Address
  readonly to?: readonly Address[]
  readonly cc?: readonly Address[]
  readonly replyTo?: readonly Address[]
  readonly subject: string
  readonly text?: string
  readonly html?: string
  readonly attachments?: readonly OutgoingAttachment[]
  readonly date: Date
  /** With angle brackets, as all IDs. */
  readonly messageId: string
  readonly inReplyTo?: string
  readonly references?: readonly string[]
  /** An https address that unsubscribes by one POST (RFC 8058), and a mailbox for clients without it. */
  readonly unsubscribe?: { readonly url: string; readonly mailbox?: string }
  /** Mail that a program wrote: receivers then send no automatic answer. */
  readonly automatic?: boolean
}

/** Limits of a message. Sizes are bytes. */
export const composeLimits = {
  recipients: 500,
  references: 100,
  attachments: 100,
  subject: 1_000,
  name: 255,
  fileName: 255,
  body: 4 * 1_024 * 1_024,
  attachmentBytes: 25 * 1_024 * 1_024,
} as const

/** A message that cannot be built. `field` is the path of the value: `to[1].address`. */
export class ComposeError extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.name = 'ComposeError'
    this.field = field
  }
}
