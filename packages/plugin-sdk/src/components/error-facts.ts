import { ClientError } from '@host/client'

/** Dictionary key for failures without a message from the server. */
export type ErrorKind = 'error' | 'offline' | 'late' | 'tooLarge' | 'tooMany' | 'busy'

/**
 * The parts of a failure that are shown to the user. The texts come from the server, in the user's language, when it
 * sent any.
 */
export interface ErrorFacts {
  readonly kind: ErrorKind
  readonly status: number
  readonly title?: string | undefined
  readonly cause?: string | undefined
  /** What is wrong with the fields, where nothing says more; at most five. */
  readonly problems?: readonly string[] | undefined
  readonly nextStep?: string | undefined
  readonly requestId?: string | undefined
  /** How long the server asks to wait. */
  readonly seconds?: number | undefined
}

/** Proxies between browser and host also answer with these statuses, without a problem document. */
const kinds: ReadonlyMap<number, ErrorKind> = new Map([
  [413, 'tooLarge'],
  [429, 'tooMany'],
  [502, 'busy'],
  [503, 'busy'],
  [504, 'late'],
])

const mostProblems = 5

function problemsOf(errors: readonly { readonly message: string }[] = []): readonly string[] {
  return [...new Set(errors.map(({ message }) => message))].slice(0, mostProblems)
}

/** Extracts the parts of a thrown value that are safe to show; nothing from errors other than `ClientError`. */
export function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof ClientError)) return { kind: 'error', status: 0 }
  const { status, problem, requestId, code, retryAfterSeconds } = error
  return {
    kind: code === 'network' ? 'offline' : code === 'timeout' ? 'late' : (kinds.get(status) ?? 'error'),
    status,
    title: problem?.title,
    cause: problem?.detail,
    problems: problem?.detail === undefined ? problemsOf(problem?.errors) : undefined,
    nextStep: problem?.nextStep,
    requestId,
    seconds: retryAfterSeconds,
  }
}
