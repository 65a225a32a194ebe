import { Outbound, Problem } from '@host/plugin'
import { get, newClient, SafeHttpError, type SafeHttpClient } from '@host/plugin/safehttp'
import type { Parts } from '../parts.ts'

const [timeout, mostBytes] = [5_000, 16_384]
const agent = 'host-mail/1.0'
/** Certificates and confirmations that one workspace has fetched in an hour; a certificate is then in memory for a day. */
const [mostFetches, hour, day] = [20, 3_600_000, 86_400_000]

/** Requests to SNS, at addresses that were checked before. */
export class SnsRequests {
  readonly #parts: Pick<Parts, 'ctx' | 'cache' | 'rateLimit'>
  #client: SafeHttpClient | undefined

  constructor(parts: Pick<Parts, 'ctx' | 'cache' | 'rateLimit'>) {
    this.#parts = parts
  }

  /** @throws Problem `service_unavailable`, and `too_many_requests` */
  async certificate(orgId: string, url: string, signal: AbortSignal): Promise<string> {
    const known = await this.#parts.cache.get<string>(certificateKey(url))
    if (known !== undefined) return known
    const text = await this.#fetch(orgId, url, signal)
    await this.#parts.cache.set(certificateKey(url), text, day)
    return text
  }

  /** @throws Problem `service_unavailable`, and `too_many_requests` */
  async confirm(orgId: string, url: string, signal: AbortSignal): Promise<void> {
    await this.#fetch(orgId, url, signal)
  }

  async #fetch(orgId: string, url: string, signal: AbortSignal): Promise<string> {
    const { allowed, resetAfter } = await this.#parts.rateLimit.take(`sns:${orgId}`, mostFetches, hour)
    if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(resetAfter) } })
    try {
      const response = await get(signal, this.#open(), url, agent)
      if (response.status !== 200) throw new Problem('service_unavailable')
      return response.text()
    } catch (cause) {
      if (!(cause instanceof SafeHttpError)) throw cause
      throw new Problem('service_unavailable', { cause })
    }
  }

  #open(): SafeHttpClient {
    const outbound = this.#parts.ctx.lookup(Outbound)
    const options = { maxBytes: mostBytes, followsRedirects: false, ...(outbound !== undefined && { outbound }) }
    return (this.#client ??= newClient(timeout, options))
  }
}

/** The key of a certificate in the plugin's cache. */
export function certificateKey(url: string): string {
  return `sns-certificate:${url}`
}
