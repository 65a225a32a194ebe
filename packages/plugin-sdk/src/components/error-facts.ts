import { ClientError } from '@host/client'

/** What a reader is told about a failure. Texts in the reader's language, when the server sent them. */
export interface ErrorFacts {
  readonly status: number
  readonly title?: string | undefined
  readonly cause?: string | undefined
  readonly nextStep?: string | undefined
  readonly requestId?: string | undefined
  /** No answer came: the way to the server is the matter. */
  readonly isOffline: boolean
}

/** Reads what is safe to show from whatever was thrown; nothing of an error that is not the client's own. */
export function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof ClientError)) return { status: 0, isOffline: false }
  const { status, problem, requestId, code } = error
  return {
    status,
    title: problem?.title,
    cause: problem?.detail,
    nextStep: problem?.nextStep,
    requestId,
    isOffline: code === 'network' || code === 'timeout',
  }
}
