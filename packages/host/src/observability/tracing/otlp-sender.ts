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
/** Milliseconds before the first repeat, doubled each time, and the longest wait that a collector may ask for. */
const firstPause = 500
const longestPause = 5_000
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

  constructor(target: OtlpTarget) {
    this.#target = target
    const options = { keepAlive: true, maxSockets: 1, keepAliveMsecs: 10_000 }
    this.#agent = target.url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  }

  /** @throws OtlpError, or the error of the connection */
  async send(body: Uint8Array, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { status, pause } = await this.#post(body, signal)
      if (status >= 200 && status < 300) return
      if (!retryable.has(status) || attempt === mostAttempts) throw new OtlpError(status)
      await sleep(Math.min(pause ?? firstPause * 2 ** (attempt - 1), longestPause), undefined, { signal })
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

/** The wait that a collector asks for, in milliseconds; undefined where it names none, or a date. */
function pauseOf({ headers }: IncomingMessage): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return seconds >= 0 ? seconds * 1000 : undefined
}
