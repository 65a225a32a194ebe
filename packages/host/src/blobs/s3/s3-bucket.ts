/**
 * A bucket of a server with the S3 protocol, as far as pieces need it. The operator configured the endpoint, so it may
 * have any address and port; redirects to other addresses are refused, since those were not configured.
 *
 * Every request may be repeated: an object is written whole, and removing it twice is harmless.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { OutboundPolicy } from '@host/plugin/outbound-policy'
import {
  newClient,
  SafeHttpError,
  type SafeHttpClient,
  type SafeMethod,
  type SafeResponse,
} from '@host/plugin/safehttp'
import type { BucketPlace } from '../blob-place.ts'
import { signRequest, type Signer } from './sign-request.ts'

/** Options of a bucket. */
export interface BucketOptions {
  readonly place: BucketPlace
  readonly keys: Pick<Signer, 'accessKey' | 'secretKey'>
  /** Milliseconds since 1970; the server refuses signatures of another quarter of an hour. */
  readonly clock: () => number
  /** The largest object, in bytes. */
  readonly maxBytes: number
  /** The variables that name the bucket and its keys, as an error lists them. */
  readonly variables: string
}

/** A request to the bucket. */
interface BucketRequest {
  readonly method: SafeMethod
  /** The name of an object; empty for the bucket itself. */
  readonly name: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly signal?: AbortSignal | undefined
}

const requestTime = 60_000
/** Milliseconds before each next try. */
const pauses = [200, 1_000] as const
/** Besides an object's size: the answer to a list has a thousand names. */
const listBytes = 1024 * 1024

/** The bucket said no. Its message is for the operator. */
export class BucketRefusal extends Error {
  override readonly name = 'BucketRefusal'
  /** The status of the answer, and its code where it has one. */
  readonly said: string

  constructor(said: string, variables: string) {
    super(`The bucket returned ${said}; check ${variables}.`)
    this.said = said
  }
}

export class S3Bucket {
  readonly #options: BucketOptions
  readonly #client: SafeHttpClient
  /** Requests to the operator's store are not those of the plugin that owns the blob. */
  readonly #outside = AsyncLocalStorage.snapshot()

  constructor(options: BucketOptions) {
    const { endpoint } = options.place
    const { port, protocol } = new URL(endpoint)
    const at = port === '' ? defaultPorts[protocol] : port
    this.#options = options
    this.#client = newClient(requestTime, {
      outbound: new OutboundPolicy({ allow: `0.0.0.0/0:${at},[::]/0:${at}` }),
      maxBytes: options.maxBytes + listBytes,
    })
  }

  async put(name: string, body: Uint8Array, signal?: AbortSignal): Promise<void> {
    await this.#send({ method: 'PUT', name, body, signal })
  }

  /** @returns undefined when there is none */
  async get(name: string): Promise<Uint8Array | undefined> {
    const answer = await this.#send({ method: 'GET', name })
    if (answer.status !== 404) return answer.body
    if (codeOf(answer) === 'NoSuchBucket') throw this.#refusal(answer)
    return undefined
  }

  async delete(name: string): Promise<void> {
    await this.#send({ method: 'DELETE', name })
  }

  /** The names that begin with a prefix, a thousand by each request. */
  async *names(prefix: string): AsyncGenerator<string> {
    const { place } = this.#options
    let next: string | undefined
    do {
      const more = next === undefined ? {} : { 'continuation-token': next }
      const query = { 'list-type': '2', prefix: place.prefix + prefix, ...more }
      const answer = await this.#send({ method: 'GET', name: '', query })
      if (answer.status === 404) throw this.#refusal(answer)
      const text = answer.text()
      for (const { groups } of text.matchAll(/<Key>(?<name>[A-Za-z0-9._/-]+)<\/Key>/g)) {
        yield (groups?.['name'] ?? '').slice(place.prefix.length)
      }
      next = /<NextContinuationToken>(?<token>[^<]{1,2048})<\/NextContinuationToken>/.exec(text)?.groups?.['token']
    } while (next !== undefined)
  }

  /** The error as the operator reads it in the log. */
  #refusal(answer: SafeResponse): BucketRefusal {
    const code = codeOf(answer)
    const said = code === undefined ? String(answer.status) : `${answer.status} ${code}`
    return new BucketRefusal(said, this.#options.variables)
  }

  /** @throws BucketRefusal for an answer that is neither yes nor 404; SafeHttpError without an answer */
  async #send(request: BucketRequest): Promise<SafeResponse> {
    for (let at = 0; ; at += 1) {
      const pause = pauses[at]
      const answer = await this.#try(request, pause === undefined)
      if (answer !== undefined && (answer.status < 500 || pause === undefined)) {
        if (answer.ok || (answer.status === 404 && request.method !== 'PUT')) return answer
        throw this.#refusal(answer)
      }
      await sleep((pause ?? 0) * (0.5 + Math.random()), undefined, { signal: request.signal })
    }
  }

  /** @returns undefined when the request failed on its way and may be tried again */
  async #try(request: BucketRequest, isLast: boolean): Promise<SafeResponse | undefined> {
    const { method, name, query = {}, body, signal = AbortSignal.timeout(requestTime) } = request
    const { place, keys, clock } = this.#options
    const url = new URL(`${place.endpoint}/${place.bucket}/${name === '' ? '' : place.prefix + name}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const unsigned = { method, url, headers: {}, body: body ?? new Uint8Array() }
    const headers = signRequest({ ...keys, region: place.region }, unsigned, clock())
    try {
      const init = { method, headers, ...(body && { body }) }
      const answer = await this.#outside(() => this.#client.fetch(signal, url, init))
      if (answer.url !== url.href) throw new SafeHttpError('redirect_not_allowed')
      return answer
    } catch (error) {
      if (isLast || signal.aborted || leadsElsewhere(error)) throw error
      return undefined
    }
  }
}

function leadsElsewhere(error: unknown): boolean {
  return error instanceof SafeHttpError && error.reason.endsWith('not_allowed')
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

function codeOf(answer: SafeResponse): string | undefined {
  return /<Code>(?<code>\w{1,64})<\/Code>/.exec(answer.text())?.groups?.['code']
}
