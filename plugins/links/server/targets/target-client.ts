import { Outbound, type PluginContext } from '@host/plugin'
import { fetch, newClient, SafeHttpError, type SafeHttpClient, type SafeMethod } from '@host/plugin/safehttp'
import type { Tables } from '../models.ts'

/** Milliseconds of a request, redirects and body included. */
const timeLimit = 5_000
/** The largest page: many begin with more than their title, and few are larger. */
const largestPage = 512 * 1024

const agent = { 'user-agent': 'Mozilla/5.0 (compatible; LinkCheck/1.0)', accept: 'text/html, */*;q=0.5' }

/** Asks targets of links, within the operator's outbound rules. */
export class TargetClient {
  readonly #ctx: Pick<PluginContext<Tables>, 'lookup'>
  #opened: SafeHttpClient | undefined

  constructor(ctx: Pick<PluginContext<Tables>, 'lookup'>) {
    this.#ctx = ctx
  }

  /** The HTML of a page; undefined for anything else. */
  async page(url: string, signal: AbortSignal): Promise<string | undefined> {
    try {
      const answer = await fetch(signal, this.#client(), url, { headers: { ...agent, range: 'bytes=0-65535' } })
      return answer.ok && /^text\/html\b/i.test(answer.headers.get('content-type') ?? '') ? answer.text() : undefined
    } catch (error) {
      if (error instanceof SafeHttpError) return undefined
      throw error
    }
  }

  /** Whether a target answers as one that is there. One that wants a sign-in, or fewer requests, is there. */
  async isAlive(url: string, signal: AbortSignal): Promise<boolean> {
    const head = await this.#statusOf(url, 'HEAD', signal)
    if (head !== undefined && head < 400) return true
    // Many servers answer HEAD wrongly.
    const get = await this.#statusOf(url, 'GET', signal)
    return get !== undefined && (get < 400 || [401, 403, 407, 429, 451].includes(get))
  }

  /** @returns undefined without an answer */
  async #statusOf(url: string, method: SafeMethod, signal: AbortSignal): Promise<number | undefined> {
    try {
      return (await fetch(signal, this.#client(), url, { method, headers: agent })).status
    } catch (error) {
      if (!(error instanceof SafeHttpError)) throw error
      // A page beyond the limit, or beyond what this host may reach, says nothing bad of the target.
      return error.reason === 'too_large' || error.reason === 'destination_not_allowed' ? 200 : undefined
    }
  }

  #client(): SafeHttpClient {
    return (this.#opened ??= newClient(timeLimit, { outbound: this.#ctx.lookup(Outbound), maxBytes: largestPage }))
  }
}
