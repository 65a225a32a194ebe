/**
 * Calls that need reauthentication. One prompt serves all of them.
 *
 *   call ── 403 reauthentication_required ──► waits ─┬─ settle(true): proven ──────────────────► sent once more
 *                                                    └─ settle(false): dismissed, session moved ► rejected, silently
 *
 * While no prompt is mounted, as before sign-in, a call is rejected immediately. A call that is rejected again after a
 * proof fails for good, so that a server can't ask the user for proofs forever.
 */
import {
  ClientError,
  type CallArguments,
  type Client,
  type Endpoint,
  type EndpointOutput,
  type Upload,
  type UploadCallOptions,
  type UploadInput,
} from '@host/client'
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
      const [, options] = input
      const isAskable = options?.keepalive !== true
      return await proven(() => client.call(endpoint, ...input), { desk, endpoint, isAskable, signal: options?.signal })
    },
    async upload<U extends Upload>(
      endpoint: U,
      input: UploadInput<U>,
      options?: UploadCallOptions,
    ): Promise<EndpointOutput<U>> {
      const send = async (): Promise<EndpointOutput<U>> => await client.upload(endpoint, input, options)
      return await proven(send, { desk, endpoint, isAskable: true, signal: options?.signal })
    },
    open: client.open,
  })
}

interface ProvenCall {
  readonly desk: ReauthPrompt
  readonly endpoint: Endpoint
  readonly isAskable: boolean
  readonly signal: AbortSignal | undefined
}

/** Sends a call, and once more after a proof that it lacked. */
async function proven<Result>(
  send: () => Promise<Result>,
  { desk, endpoint, isAskable, signal }: ProvenCall,
): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (!isProofRefusal(error) || !isAskable || !(await desk.ask(endpoint.factor))) throw error
    signal?.throwIfAborted()
    return await send()
  }
}

/**
 * Whether a call was rejected because it needs reauthentication. A caller that sees this error knows that the prompt
 * was dismissed or could not be shown.
 */
export function isProofRefusal(error: unknown): boolean {
  return error instanceof ClientError && error.code === 'reauthentication_required'
}
