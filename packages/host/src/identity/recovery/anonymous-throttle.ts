/**
 * Limits of requests by anonymous clients, with a separate budget for each purpose. Counted are the typed text and the
 * network, never whether there is an account, so a refusal reveals nothing. The number of emails to a mailbox is a
 * further limit, and reaching it is silent: together they also bound the jobs of anonymous clients.
 */
import { hash } from 'node:crypto'
import type { RateLimitService } from '@host/plugin'
import { requireRoom, type Budget } from '../../security/throttle/throttle.ts'
import { clientOf } from '../../request/client.ts'
import { networkOf } from '../../request/network.ts'
import { throttleBudgets } from '../throttle-budgets.ts'

/** Purposes with separate budgets. */
export type Purpose = 'recovery' | 'registration' | 'email'

export class AnonymousThrottle {
  readonly #limits: RateLimitService

  constructor(limits: RateLimitService) {
    this.#limits = limits
  }

  /** Counts an attempt. @param whom an address, or the id of the caller @throws Problem `too_many_requests` */
  async take(purpose: Purpose, request: Request, whom: string): Promise<void> {
    const budgets = throttleBudgets[purpose]
    const network = networkOf(clientOf(request).address)
    const waits = await Promise.all([
      this.#count(`${purpose} network ${network}`, budgets.network),
      this.#count(`${purpose} one ${digest(`${network}|${whom}`)}`, budgets.each),
    ])
    requireRoom(Math.max(...waits))
  }

  /** Counts an email that is asked for a mailbox; false when it has had enough of them for now. */
  async mayMail(email: string): Promise<boolean> {
    return (await this.#count(`letters ${digest(email)}`, throttleBudgets.mailbox)) === 0
  }

  /** @returns milliseconds until there is room; 0 when it counts */
  async #count(key: string, { limit, window }: Budget): Promise<number> {
    const { allowed, resetAfter } = await this.#limits.take(key, limit, window)
    return allowed ? 0 : resetAfter * 1000
  }
}

/** Addresses are personal data; a table of counts must not contain them. */
function digest(text: string): string {
  return hash('sha256', `host/stranger-throttle/v1|${text}`, 'base64url')
}
