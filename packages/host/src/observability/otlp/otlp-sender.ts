/**
 * Sends encoded telemetry to the collector of the operator (OTLP 1.3, over HTTP): one attempt with a time limit, repeated where
 * the collector asks for it. It goes past the rules for requests of plugins, since no tenant chooses the address, and it is
 * not traced itself.
 */
import { request as httpRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OtlpTarget } from './otlp-target.ts'

const contentTypes = { 'http/protobuf': 'application/x-protobuf', 'http/json': 'application/json' } as const
/** Answers that ask for a repeat (OTLP, "Retryable Response Codes"). */
const retryable: ReadonlySet<number> = new Set([429, 502, 503, 504])
/** Milliseconds before the first repeat, doubled each time; less by up to a half, so that processes do not send in step. */
const firstPause = 500
/** The longest pause that a body waits for. After a longer one that a collector asks for, the next body is sent. */
const longestPause = 5_000
/** The longest time for which a collector may ask for nothing at all. */
const longestSilence = 600_000
const mostAttempts = 4

/** An answer of a collector other than success. */
export class OtlpError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The collector answered ${status}.`)
    this.name = 'OtlpError'
    this.status = status
  }
}

export class OtlpSender implements Disposable {
  readonly #target: OtlpTarget
  readonly #agent: HttpAgent
  /** The answer that asked for nothing until a time, by `performance.now`. */
  #silence: { readonly status: number; readonly until: number } | undefined

  constructor(target: OtlpTarget) {
    this.#target = target
    const options = { keepAlive: true, maxSockets: 1, keepAliveMsecs: 10_000 }
    this.#agent = target.url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  }

  /** @throws OtlpError, also while the collector asks for nothing, or the error of the connection */
  async send(body: Uint8Array, signal: AbortSignal): Promise<void> {
    const silence = this.#silence
    if (silence !== undefined && performance.now() < silence.until) throw new OtlpError(silence.status)
    for (let attempt = 1; ; attempt += 1) {
      const { status, pause = pauseAfter(attempt) } = await this.#post(body, signal)
      if (status >= 200 && status < 300) return
      if (!retryable.has(status)) throw new OtlpError(status)
      if (pause > longestPause) {
        this.#silence = { status, until: performance.now() + Math.min(pause, longestSilence) }
        throw new OtlpError(status)
      }
      if (attempt === mostAttempts) throw new OtlpError(status)
      await sleep(pause, undefined, { signal })
    }
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }

  #post(
    body: Uint8Array,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly pause: number | undefined }> {
    const { url, headers, protocol, timeout } = this.#target
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    return new Promise((resolve, reject) => {
      const sent = send(url, {
        method: 'POST',
        agent: this.#agent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
        headers: { ...headers, 'content-type': contentTypes[protocol], 'content-length': body.byteLength },
      })
      sent.on('error', reject)
      sent.on('response', (answer) => {
        // Its text is not read, and may be of any length.
        answer.on('error', reject)
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, pause: pauseOf(answer) }))
        answer.resume()
      })
      sent.end(body)
    })
  }
}

function pauseAfter(attempt: number): number {
  return firstPause * 2 ** (attempt - 1) * (1 - Math.random() / 2)
}

/** The wait that a collector asks for, in milliseconds; undefined where it names none. */
function pauseOf({ headers }: IncomingMessage): number | undefined {
  const text = headers['retry-after']
  if (text === undefined) return undefined
  const pause = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(pause) ? undefined : Math.max(pause, 0)
}
