import type { KeyObject } from 'node:crypto'
import { AcmeError } from '../acme-error.ts'
import { acmeLimits } from '../acme-limits.ts'
import { badAnswer, checkedUrl, readFields } from '../answers/answer-fields.ts'
import { readDirectory, type AcmeDirectory } from '../answers/directory.ts'
import { retryAfter } from '../answers/retry-after.ts'
import { exchange, type ExchangeOptions, type SentRequest } from './exchange.ts'
import { signRequest, type Signer } from './json-signature.ts'
import { Nonces } from './nonces.ts'
import type { AcmeAnswer } from './transport.ts'

/** A request that is signed. */
export interface SignedRequest {
  readonly url: string
  readonly key: KeyObject
  readonly signer: Signer
  /** `undefined` for one that only reads. */
  readonly payload?: object
  /** Default: JSON. */
  readonly accept?: string
}

/** Exchanges with one authority, with its directory and nonces. Every method throws `AcmeError`, or its signal's reason. */
export class Authority {
  readonly #options: ExchangeOptions
  readonly #directoryUrl: string
  readonly #nonces = new Nonces()
  #directory: AcmeDirectory | undefined

  /** @throws {AcmeError} `bad_answer` for a directory without https */
  constructor(directoryUrl: string, options: ExchangeOptions) {
    this.#options = options
    this.#directoryUrl = checkedUrl(directoryUrl, 'directory')
  }

  /** The authority's directory, asked for once. */
  async directory(signal: AbortSignal): Promise<AcmeDirectory> {
    return (this.#directory ??= await this.#readDirectory(signal))
  }

  /** Reads what needs no signature. @returns its answer in JSON */
  async get(signal: AbortSignal, url: string): Promise<AcmeAnswer> {
    return await this.#exchange(signal, { url, method: 'GET', largest: acmeLimits.answer })
  }

  /** Sends a signed request, again with a new nonce where one is refused (RFC 8555, section 6.5). */
  async send(signal: AbortSignal, { url, key, signer, payload, accept }: SignedRequest): Promise<AcmeAnswer> {
    const headers = { 'content-type': 'application/jose+json', ...(accept !== undefined && { accept }) }
    const largest = accept === undefined ? acmeLimits.answer : acmeLimits.chain
    for (let attempt = 1; ; attempt += 1) {
      const nonce = this.#nonces.take() ?? (await this.#newNonce(signal))
      const body = JSON.stringify(signRequest(key, { ...signer, nonce, url }, payload))
      try {
        return await this.#exchange(signal, { url, method: 'POST', headers, body, largest })
      } catch (error) {
        const isRefused = error instanceof AcmeError && error.code === 'badNonce'
        if (!isRefused || attempt === acmeLimits.nonceAttempts) throw error
        this.#nonces.clear()
      }
    }
  }

  /** Milliseconds that an answer asks to wait. */
  waitOf({ headers }: Pick<AcmeAnswer, 'headers'>): number | undefined {
    return retryAfter(headers.get('retry-after'), this.#options.clock())
  }

  async #readDirectory(signal: AbortSignal): Promise<AcmeDirectory> {
    return readDirectory(readFields((await this.get(signal, this.#directoryUrl)).body))
  }

  async #newNonce(signal: AbortSignal): Promise<string> {
    const { newNonce } = await this.directory(signal)
    await this.#exchange(signal, { url: newNonce, method: 'HEAD', largest: acmeLimits.answer })
    const nonce = this.#nonces.take()
    if (nonce === undefined) throw badAnswer('it has no nonce')
    return nonce
  }

  /** Keeps the nonce of the answer, also where it refuses. */
  async #exchange(signal: AbortSignal, request: SentRequest): Promise<AcmeAnswer> {
    const { transport } = this.#options
    const keeping = {
      fetch: async (...given: Parameters<typeof transport.fetch>) => {
        const answer = await transport.fetch(...given)
        this.#nonces.keep(answer.headers)
        return answer
      },
    }
    return await exchange(signal, { ...this.#options, transport: keeping }, request)
  }
}

/** Where the authority has what was made. @throws {AcmeError} `bad_answer` */
export function locationOf({ headers }: Pick<AcmeAnswer, 'headers'>): string {
  return checkedUrl(headers.get('location') ?? '', 'location')
}
