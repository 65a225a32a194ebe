import type { MemoryShare } from './byte-budget.ts'
import type { SmtpClient } from './envelope.ts'
import type { SmtpLimits } from './limits.ts'
import type { Transaction } from './transaction.ts'

export interface DialogueOptions {
  /** The name of this server. */
  readonly name: string
  readonly limits: SmtpLimits
  readonly memory: MemoryShare
  readonly offersTls: boolean
}

/** The state of a connection between two commands. */
export class Dialogue implements DialogueOptions {
  readonly name: string
  readonly limits: SmtpLimits
  readonly memory: MemoryShare
  readonly offersTls: boolean
  client: SmtpClient | undefined
  isSecure = false
  transaction: Transaction | undefined

  constructor({ name, limits, memory, offersTls }: DialogueOptions) {
    this.name = name
    this.limits = limits
    this.memory = memory
    this.offersTls = offersTls
  }

  /** Forgets the message in progress. */
  reset(): void {
    this.transaction?.chunks?.content.release()
    this.transaction = undefined
  }

  /** Forgets everything from before TLS (RFC 3207). */
  startOver(): void {
    this.reset()
    this.client = undefined
    this.isSecure = true
  }
}
