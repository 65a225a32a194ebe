/**
 * An answer, read as far as it can be stored, and still to be sent.
 *
 * A complete one of at most 1 MiB is stored with its body. A stream is passed through as it is: one marked as such, and
 * one whose body is not complete a turn of the event loop after its first chunk. The part read by then is sent first.
 */
import { limits, type MaybePromise } from '@host/plugin'
import { isStreamed, plainAnswer, type PlainAnswer } from '@host/plugin/platform'
import { FastResponse } from 'srvx'
import { keptHeaders } from './kept-headers.ts'
import type { Ending } from './states.ts'
import { readTurn } from './read-turn.ts'

/** How an answer is sent, and given again: the same answer in the other form differs in its framing. */
export type AnswerForm = 'plain' | 'platform'

/** How a handler ended that did not fail. */
export interface CapturedAnswer {
  readonly ending: Ending
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether it is an answer of the contract's, still in its plain form, or one of the platform's. */
  readonly form: AnswerForm
  /** Null without one, and when it is not kept. */
  readonly body: string | Uint8Array | null
  /** The response to send in place of the one that was read. */
  readonly response: Response
}

/** Reads an answer. @throws the error of its body, and TypeError for values that HTTP can't carry */
export function captureAnswer(response: Response): MaybePromise<CapturedAnswer> {
  const plain = plainAnswer(response)
  if (plain === undefined) return capturePlatform(response)
  const headers = keptHeaders(Object.entries(plain.headers))
  if (isStream(response, headers)) return withoutBody('streamed', response, plain.status)
  return plain.body === undefined ? capturePlatform(response) : capturePlain(response, plain, headers)
}

function capturePlain(response: Response, { status, body = null }: PlainAnswer, headers: CapturedAnswer['headers']) {
  const isLarge = body !== null && Buffer.byteLength(body) > limits.idempotencyResponse
  if (isLarge) return withoutBody('too_large', response, status)
  return { ending: 'complete', status, headers, form: 'plain', body, response } as const
}

async function capturePlatform(response: Response): Promise<CapturedAnswer> {
  const { status, statusText } = response
  const headers = keptHeaders(response.headers)
  if (isStream(response, headers)) return withoutBody('streamed', response, status)
  if (response.body === null) return { ending: 'complete', status, headers, form: 'platform', body: null, response }
  const read = await readTurn(response.body, limits.idempotencyResponse)
  const init = { status, statusText, headers: response.headers }
  if (read.rest === undefined) {
    const whole = new FastResponse(read.bytes, init)
    return { ending: 'complete', status, headers, form: 'platform', body: read.bytes, response: whole }
  }
  return withoutBody(read.isTooLarge ? 'too_large' : 'streamed', new Response(read.rest, init), status)
}

function isStream(response: Response, headers: CapturedAnswer['headers']): boolean {
  return isStreamed(response) || headers['content-type']?.startsWith('text/event-stream') === true
}

function withoutBody(ending: CapturedAnswer['ending'], response: Response, status: number): CapturedAnswer {
  return { ending, status, headers: {}, form: 'platform', body: null, response }
}
