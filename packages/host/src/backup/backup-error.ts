import type { Language } from '@host/plugin'
import { reasonSentence, type BackupReason, type BackupReasonCode, type ReasonFacts } from './backup-reasons.ts'

/** Why a backup, a drill or a restore can't be done. Its message is for the operator, and has no secret in it. */
export class BackupError<Code extends BackupReasonCode = BackupReasonCode> extends Error {
  override readonly name: string = 'BackupError'
  /** For the record of a run, and for readers of either language. */
  readonly reason: BackupReason

  constructor(code: Code, facts: ReasonFacts<Code>, options?: ErrorOptions) {
    const reason = { code, facts }
    super(reasonSentence(reason).en, options)
    this.reason = reason
  }

  /** The message in both languages. */
  get sentence(): Readonly<Record<Language, string>> {
    return reasonSentence(this.reason)
  }
}

/** The private key of an encrypted backup is missing, or is not the one that it was sealed for. */
export class BackupSealed<Code extends BackupReasonCode> extends BackupError<Code> {}

/** Another backup of the same database is being made. */
export class BackupRunning extends BackupError<'already_running'> {
  constructor() {
    super('already_running', {})
  }
}
