import type { SafeHttpReason, SafeResponse } from '@host/plugin/safehttp'
import { fetch, SafeHttpError, type SafeHttpClient } from '@host/plugin/safehttp'
import type { AttemptError } from '../shared.ts'
import { hiddenParts } from './endpoint-address.ts'
import { storedAnswer, type StoredAnswer } from './stored-answer.ts'
import { readRetryAfter } from './retry-schedule.ts'
import { signatureHeaders, type SignedMessage } from './sign.ts'

/** How long one request may take in all, in milliseconds. */
export const postTimeout = 15_000
/** The longest answer that is read, in bytes. */
export const longestAnswer = 1024 * 1024

/** A message with where it goes. */
export interface Posted extends SignedMessage {
  readonly url: string
  /** The keys that sign it, the present one first. */
  readonly secrets: readonly string[]
}

/** Result of an attempt. */
export interface PostResult extends StoredAnswer {
  /** Undefined when no answer came. */
  readonly status: number | undefined
  /** Undefined for a 2xx. */
  readonly error: AttemptError | undefined
  /** Milliseconds that the endpoint asks to wait. */
  readonly retryAfter: number | undefined
  /** Milliseconds. */
  readonly duration: number
}

/**
 * Sends a message once. Redirects are not followed: the server behind an address could redirect a signed message to
 * another one, without the admin who entered the address knowing.
 * @throws the signal's reason when it was aborted; never because of the response
 */
export async function postMessage(client: SafeHttpClient, posted: Posted, signal: AbortSignal): Promise<PostResult> {
  const { url, body, at, secrets } = posted
  const started = performance.now()
  const duration = (): number => Math.round(performance.now() - started)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'host-webhooks/1.0',
    ...signatureHeaders(posted, secrets),
  }
  try {
    const answer = await fetch(signal, client, url, { method: 'POST', headers, body })
    const retryAfter = readRetryAfter(answer.headers.get('retry-after'), at)
    return {
      status: answer.status,
      error: errorOf(answer),
      retryAfter,
      duration: duration(),
      ...storedAnswer(answer, [...secrets, ...hiddenParts(url)]),
    }
  } catch (error) {
    if (signal.aborted || !(error instanceof SafeHttpError)) throw error
    return {
      status: undefined,
      error: byReason[error.reason],
      retryAfter: undefined,
      duration: duration(),
      ...nothingKept,
    }
  }
}

const nothingKept: StoredAnswer = { headers: {}, body: '', isCut: false }

function errorOf({ ok, status }: SafeResponse): AttemptError | undefined {
  if (ok) return undefined
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

const byReason: Readonly<Record<SafeHttpReason, AttemptError>> = {
  invalid_url: 'invalid_url',
  destination_not_allowed: 'destination_not_allowed',
  redirect_not_allowed: 'redirect',
  too_many_redirects: 'redirect',
  name_not_found: 'name_not_found',
  connection_failed: 'connection_failed',
  not_trusted: 'not_trusted',
  bad_answer: 'bad_answer',
  too_large: 'too_large',
  timeout: 'timeout',
}
