/**
 * The file that a request brings, read as it is stored:
 *
 *   head() ──► the first bytes, by which it is judged
 *   rest() ──► all its bytes, the head first
 *
 * It ends with an error at its limit, when its connection breaks off, and when its client is slower than the pace. Only
 * time in which the host waits for the client counts, so that a slow store is not the client's fault.
 */
import { Problem } from '@host/plugin'
import type { NextChunk } from '../http/body-chunks.ts'
import { overLimit } from '../http/over-limit.ts'
import type { UploadLimits } from './upload-limits.ts'

/** Options of a file's body. */
export interface FileBodyOptions {
  readonly next: NextChunk
  /** The largest file, in bytes. */
  readonly maxBytes: number
  readonly limits: Pick<UploadLimits, 'grace' | 'pace'>
  /** Ends the reading. */
  readonly signal: AbortSignal
}

export class FileBody {
  readonly #options: FileBodyOptions
  #head: Uint8Array = new Uint8Array(0)
  #size = 0
  #waited = 0

  constructor(options: FileBodyOptions) {
    this.#options = options
  }

  /** The first bytes: at least `size` of them unless the file is shorter. @throws Problem */
  async head(size: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    while (this.#size < size) {
      const chunk = await this.#read()
      if (chunk === undefined) break
      chunks.push(chunk)
    }
    return (this.#head = Buffer.concat(chunks))
  }

  /** All bytes of the file. Who stops early leaves the connection open. */
  async *rest(): AsyncGenerator<Uint8Array> {
    const head = this.#head
    yield head
    for (let chunk = await this.#read(); chunk !== undefined; chunk = await this.#read()) yield chunk
  }

  async #read(): Promise<Uint8Array | undefined> {
    const { maxBytes } = this.#options
    const chunk = await this.#wait()
    this.#size += chunk?.length ?? 0
    if (this.#size > maxBytes) throw tooLarge(maxBytes)
    return chunk
  }

  async #wait(): Promise<Uint8Array | undefined> {
    const { next, signal, limits } = this.#options
    const since = performance.now()
    const late = new AbortController()
    const left = limits.grace + (this.#size / limits.pace) * 1000 - this.#waited
    const timer = setTimeout(() => late.abort(tooSlow()), Math.max(0, left))
    try {
      return await next(AbortSignal.any([signal, late.signal]))
    } catch (error) {
      throw error instanceof Problem || signal.aborted ? error : brokenOff(error)
    } finally {
      clearTimeout(timer)
      this.#waited += performance.now() - since
    }
  }
}

function tooLarge(maxBytes: number): Problem {
  const message = overLimit(maxBytes)
  return new Problem('body_too_large', { detail: message, errors: [{ path: 'file', message }] })
}

function tooSlow(): Problem {
  return new Problem('request_timeout', {
    detail: { en: 'The file arrived too slowly.', zh: '文件传输速度过慢。' },
  })
}

/** As a timeout, since it can be sent again: see `isFailure`. */
function brokenOff(cause: unknown): Problem {
  return new Problem('request_timeout', {
    detail: { en: 'The file did not arrive completely.', zh: '文件未能完整送达。' },
    cause,
  })
}
