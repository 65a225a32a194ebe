import { AcmeError } from '../acme-error.ts'
import { acmeLimits } from '../acme-limits.ts'
import { readFields, type AnswerFields } from '../answers/answer-fields.ts'
import { readProblems } from '../answers/read-problem.ts'
import { retryAfter } from '../answers/retry-after.ts'
import type { AcmeAnswer, AcmeRequest, AcmeTransport } from './transport.ts'

/** Options of the exchanges with one authority. */
export interface ExchangeOptions {
  readonly transport: AcmeTransport
  /** Names the client and its version, as RFC 8555, section 6.1 wants. */
  readonly userAgent: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** One request. */
export interface SentRequest extends Pick<AcmeRequest, 'method' | 'body'> {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** The largest body of its answer. */
  readonly largest: number
}

/**
 * Sends one request. It is bounded in size and time, whatever the transport does.
 *
 * @throws {AcmeError} for every failure and every status of 400 and above
 * @throws the reason of the signal
 */
export async function exchange(
  signal: AbortSignal,
  { transport, userAgent, clock }: ExchangeOptions,
  { url, method, body, headers = {}, largest }: SentRequest,
): Promise<AcmeAnswer> {
  const limit = AbortSignal.timeout(acmeLimits.request)
  const request = {
    method,
    headers: { 'user-agent': userAgent, ...headers },
    ...(body !== undefined && { body }),
  }
  let answer: AcmeAnswer
  try {
    answer = await transport.fetch(AbortSignal.any([signal, limit]), url, request)
  } catch (cause) {
    signal.throwIfAborted()
    if (limit.aborted) throw new AcmeError('timeout', "The authority didn't answer in time.", { cause })
    throw new AcmeError('unreachable', "The authority can't be reached.", { cause })
  }
  if (answer.body.byteLength > largest) throw new AcmeError('too_large', "The authority's answer is too large.")
  if (answer.status >= 300) throw refusal(answer, clock())
  return answer
}

function refusal({ status, headers, body }: AcmeAnswer, now: number): AcmeError {
  const wait = retryAfter(headers.get('retry-after'), now)
  const fields = headers.get('content-type')?.startsWith('application/problem+json') ? tryFields(body) : undefined
  if (fields === undefined) {
    return new AcmeError('unavailable', `The authority answered with status ${status}.`, { status, retryAfter: wait })
  }
  const [problem, ...rest] = readProblems(fields)
  return new AcmeError(problem.code, problem.detail, { status, retryAfter: wait, problems: rest })
}

function tryFields(body: Uint8Array): AnswerFields | undefined {
  try {
    return readFields(body)
  } catch {
    return undefined
  }
}
