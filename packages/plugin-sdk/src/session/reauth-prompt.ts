/**
 * Calls that need reauthentication. One prompt serves all of them.
 *
 *   call ── 403 reauthentication_required ──► waits ─┬─ settle(true): proven ──────────────────► sent once more
 *                                                    └─ settle(false): dismissed, session moved ► rejected, silently
 *
 * While no prompt is mounted, as before sign-in, a call is rejected immediately. A call that is rejected again after a
 * proof fails for good, so that a server can't ask the user for proofs forever.
 */
import { ClientError, type CallArguments, type Client, type Endpoint, type EndpointOutput } from '@host/client'
import type { FactorProof } from '@host/plugin/wire'

/** Where proofs are asked for. */
export interface ReauthPrompt {
  /** Whether a question is open. */
  readonly isAsked: () => boolean
  /** The second factor that the open question asks for; undefined where any proof counts. */
  readonly factor: () => FactorProof | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** Answers the open question: proven, or given up. */
  readonly settle: (isProven: boolean) => void
  /** Registers a mounted prompt until the returned function is called. */
  readonly attend: () => () => void
  /** Waits for the answer. @param factor the second factor that the call needs */
  readonly ask: (factor?: FactorProof) => Promise<boolean>
}

/** Nothing is asked yet. */
export function createReauthPrompt(): ReauthPrompt {
  const listeners = new Set<() => void>()
  const waiting = new Map<(isProven: boolean) => void, FactorProof | undefined>()
  let attendants = 0
  const tell = (): void => listeners.forEach((listener) => listener())
  const settle = (isProven: boolean): void => {
    const answered = [...waiting.keys()]
    waiting.clear()
    for (const answer of answered) answer(isProven)
    if (answered.length > 0) tell()
  }
  return {
    isAsked: () => waiting.size > 0,
    factor: () => [...waiting.values()].find((wanted) => wanted !== undefined),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    settle,
    attend() {
      attendants += 1
      return () => {
        attendants -= 1
        if (attendants === 0) settle(false)
      }
    },
    async ask(factor) {
      if (attendants === 0) return false
      const answer = new Promise<boolean>((resolve) => waiting.set(resolve, factor))
      tell()
      return await answer
    },
  }
}

/** A client that waits for reauthentication when a call requires it, and then sends the call again. */
export function clientWithProof(client: Client, desk: ReauthPrompt): Client {
  return Object.freeze({
    async call<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<EndpointOutput<E>> {
      try {
        return await client.call(endpoint, ...input)
      } catch (error) {
        const [, options] = input
        if (!isProofRefusal(error) || options?.keepalive === true || !(await desk.ask(endpoint.factor))) throw error
        options?.signal?.throwIfAborted()
        return await client.call(endpoint, ...input)
      }
    },
    open: client.open,
  })
}

/**
 * Whether a call was rejected because it needs reauthentication. A caller that sees this error knows that the prompt
 * was dismissed or could not be shown.
 */
export function isProofRefusal(error: unknown): boolean {
  return error instanceof ClientError && error.code === 'reauthentication_required'
}
