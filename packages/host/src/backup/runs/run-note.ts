import { BackupError } from '../backup-error.ts'
import { reasonSentence, writeReason, type BackupReason } from '../backup-reasons.ts'

/** Why a run failed, or what a drill left out, as its record has it. */
export interface RunNote {
  /** The English sentence; null for a run that was done completely. */
  readonly note: string | null
  /** The reason that the sentence is made from; see `writeReason`. None for other text, and for a complete run. */
  readonly reason?: string | null
}

const longestNote = 2_000

/** Of a run that was done completely: it is also recorded where the version that runs has no column of reasons yet. */
export const noNote: RunNote = Object.freeze({ note: null })

/** The note of a reason. */
export function noteOf(reason: BackupReason): RunNote {
  return { note: reasonSentence(reason).en.slice(0, longestNote), reason: writeReason(reason) }
}

/** The note of a text that has no reason, such as a line of a terminal. */
export function noteOfText(text: string): RunNote {
  return { note: text.slice(0, longestNote) }
}

/** The reason of an error that is meant for the operator; others may have anything in their message. */
export function noteOfError(error: unknown): RunNote {
  if (error instanceof BackupError) return noteOf(error.reason)
  const name = error instanceof Error ? error.name : 'Error'
  return noteOf(name === 'AbortError' ? { code: 'stopped', facts: {} } : { code: 'unexpected', facts: { name } })
}
