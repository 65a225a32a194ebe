import { ClientError } from '@host/client'

/** The part of the dictionary that tells a failure about which the server itself said nothing. */
export type ErrorKind = 'error' | 'offline' | 'late' | 'tooLarge' | 'tooMany' | 'busy'

/** What a reader is told about a failure. Texts in the reader's language, when the server sent them. */
export interface ErrorFacts {
  readonly kind: ErrorKind
  readonly status: number
  readonly title?: string | undefined
  readonly cause?: string | undefined
  readonly nextStep?: string | undefined
  readonly requestId?: string | undefined
  /** How long the server asks to wait. */
  readonly seconds?: number | undefined
}

/** What stands between browser and host answers with these too, and with no words of ours. */
const kinds: ReadonlyMap<number, ErrorKind> = new Map([
  [413, 'tooLarge'],
  [429, 'tooMany'],
  [502, 'busy'],
  [503, 'busy'],
  [504, 'late'],
])

/** Reads what is safe to show from whatever was thrown; nothing of an error that is not the client's own. */
export function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof ClientError)) return { kind: 'error', status: 0 }
  const { status, problem, requestId, code, retryAfterSeconds } = error
  return {
    kind: code === 'network' ? 'offline' : code === 'timeout' ? 'late' : (kinds.get(status) ?? 'error'),
    status,
    title: problem?.title,
    cause: problem?.detail,
    nextStep: problem?.nextStep,
    requestId,
    seconds: retryAfterSeconds,
  }
}
