import type { IncomingMessage } from 'node:http'

/** An answer that has left this process, or broke off. */
export interface SentAnswer {
  readonly status: number
  readonly requestId: string
  /** Bytes of the body sent so far. */
  readonly bytes: number
  /** From the end of the request's headers to the end of the answer; undefined when there were no headers. */
  readonly milliseconds: number | undefined
  /** False when the client left before the end. */
  readonly isComplete: boolean
  /** The request as Node read it; undefined when it could not be read. */
  readonly message: IncomingMessage | undefined
  /** The request that a host answered; undefined for one that was refused before. */
  readonly request: Request | undefined
  /** Who answered from memory on the host of a workspace; undefined for all other answers. */
  readonly answerer?: { readonly plugin: string; readonly orgId: string } | undefined
}

/** Records answers. */
export interface AnswerRecorder {
  /** Whether an answer with this status is recorded, so that nothing is measured for one that is not. */
  wants(status: number): boolean
  record(sent: SentAnswer): void
}
