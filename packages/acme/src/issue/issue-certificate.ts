import { AcmeError, type AcmeProblem } from '../acme-error.ts'
import type { AcmeAuthorization, AcmeChallenge, AcmeOrder } from '../answers/order.ts'
import type { AcmeAccount } from '../protocol/acme-account.ts'
import { pollUntil, type Wait } from './poll-until.ts'

/** How a caller proves names. */
export interface ChallengeSolver {
  /** The challenge to prove a name by; `undefined` where none of them can be. */
  choose(authorization: AcmeAuthorization): AcmeChallenge | undefined
  /**
   * Makes the proof visible to the authority, and resolves when it is.
   *
   * @returns takes it away again
   */
  publish(proof: ChallengeProof): Promise<AsyncDisposable>
}

/** A challenge with the text that proves it. */
export interface ChallengeProof {
  readonly challenge: AcmeChallenge
  readonly name: string
  readonly isWildcard: boolean
  /** Of RFC 8555, section 8.1; a DNS record has `dnsChallengeText` of it. */
  readonly keyAuthorization: string
}

/** Options of an issuance. */
export interface IssueOptions {
  readonly account: AcmeAccount
  /** A new one, or one of an earlier attempt in any state. */
  readonly order: AcmeOrder
  /** In DER, for the names of the order. */
  readonly request: Uint8Array
  readonly solver: ChallengeSolver
  /** Pauses between looks at the authority. Default: the system's timers. */
  readonly wait?: Wait
  /** Takes the error of a proof that could not be taken away. It ends nothing: the name is proved or not by then. */
  readonly onLeftover?: (error: unknown) => void
}

/**
 * Takes an order from any state to its certificate: proves every name, sends the request, and downloads the chain.
 *
 *   pending --every name proved--> ready --request sent--> processing --> valid --> chain
 *      '-----------------------------------------------------'--> invalid: an AcmeError with the authority's reason
 *
 * All proofs are visible before the first challenge is accepted, since a name and its wildcard share one. They are taken
 * away at the end, also of a failure. They stay when the signal ends the work, so that an authority that is looking then
 * finds them, and the order can be resumed.
 *
 * @returns the chain as PEM, not checked
 * @throws {AcmeError} also `unsupported` for a name without a challenge that can be proved
 * @throws the reason of the signal
 */
export async function issueCertificate(signal: AbortSignal, options: IssueOptions): Promise<string> {
  const { account, request, wait } = options
  let { order } = options
  if (order.status === 'pending') order = await proveNames(signal, options)
  if (order.status === 'ready') order = await account.finalizeOrder(signal, order, request)
  const done = await pollUntil(signal, {
    first: order,
    read: () => account.readOrder(signal, order.url),
    isSettled: ({ status }) => status === 'valid' || status === 'invalid',
    wait,
  })
  if (done.certificateUrl === undefined) throw problemError(done.problems)
  return await account.downloadChain(signal, done.certificateUrl)
}

/** @returns the order after all of its names are proved */
async function proveNames(signal: AbortSignal, options: IssueOptions): Promise<AcmeOrder> {
  const proofs = new AsyncDisposableStack()
  try {
    return await proveWith(proofs, signal, options)
  } finally {
    if (!signal.aborted) await proofs.disposeAsync().catch((error: unknown) => options.onLeftover?.(error))
  }
}

async function proveWith(
  proofs: AsyncDisposableStack,
  signal: AbortSignal,
  { account, order, solver, wait }: IssueOptions,
): Promise<AcmeOrder> {
  const pending: AcmeAuthorization[] = []
  const accepted: AcceptedChallenge[] = []
  for (const url of order.authorizations) {
    const authorization = await account.readAuthorization(signal, url)
    if (authorization.status === 'valid') continue
    const challenge = requireChallenge(authorization, solver)
    const { name, isWildcard } = authorization
    const keyAuthorization = account.keyAuthorization(challenge)
    proofs.use(await solver.publish({ challenge, name, isWildcard, keyAuthorization }))
    pending.push(authorization)
    // One that an earlier attempt has accepted is being looked at already.
    if (challenge.status === 'pending') accepted.push({ challenge, url })
  }
  for (const each of accepted) await accept(signal, account, each)
  for (const { url } of pending) await waitForProof(signal, { account, url, wait })
  return await pollUntil(signal, {
    read: () => account.readOrder(signal, order.url),
    isSettled: ({ status }) => status !== 'pending',
    wait,
  })
}

interface AcceptedChallenge {
  readonly challenge: AcmeChallenge
  /** Of its authorization. */
  readonly url: string
}

/** An authority that was asked by an earlier attempt may decide meanwhile, and then refuses to be asked again. */
async function accept(signal: AbortSignal, account: AcmeAccount, { challenge, url }: AcceptedChallenge): Promise<void> {
  try {
    await account.acceptChallenge(signal, challenge)
  } catch (error) {
    if (!(error instanceof AcmeError) || error.code !== 'malformed') throw error
    const { status } = await account.readAuthorization(signal, url)
    if (status === 'pending') throw error
  }
}

function requireChallenge(authorization: AcmeAuthorization, solver: ChallengeSolver): AcmeChallenge {
  if (authorization.status !== 'pending') throw problemError(problemsOf(authorization))
  const challenge = solver.choose(authorization)
  if (challenge !== undefined) return challenge
  throw new AcmeError('unsupported', `The authority offers no usable challenge for "${authorization.name}".`)
}

interface AwaitedProof {
  readonly account: AcmeAccount
  readonly url: string
  readonly wait: Wait | undefined
}

async function waitForProof(signal: AbortSignal, { account, url, wait }: AwaitedProof): Promise<void> {
  const settled = await pollUntil(signal, {
    read: () => account.readAuthorization(signal, url),
    isSettled: ({ status }) => status !== 'pending',
    wait,
  })
  if (settled.status !== 'valid') throw problemError(problemsOf(settled))
}

function problemsOf({ challenges }: AcmeAuthorization): readonly AcmeProblem[] {
  return challenges.flatMap(({ problems }) => problems)
}

function problemError(problems: readonly AcmeProblem[]): AcmeError {
  const [first, ...rest] = problems
  if (first === undefined) return new AcmeError('problem', 'The authority gives no reason.')
  return new AcmeError(first.code, first.detail, { problems: rest })
}
