/**
 * Limits of requests by anonymous clients, with a separate budget for each purpose. Counted are the typed text and the
 * network, never whether there is an account, so a refusal reveals nothing. The number of emails to a mailbox is a
 * further limit, and reaching it is silent: together they also bound the jobs of anonymous clients.
 */
import { hash } from 'node:crypto'
import type { RateLimitService } from '@host/plugin'
import { tooMany } from '../../security/rate-limits/too-many.ts'
import { clientOf } from '../../request/client.ts'
import { networkOf } from '../../request/network.ts'

/** Purposes with separate budgets. */
export type Purpose = 'recovery' | 'registration' | 'email'

const quarter = 15 * 60_000
const hour = 60 * 60_000

/** For an address from one network, and for all addresses from it. */
const budgets: Readonly<Record<Purpose, { readonly each: number; readonly all: number; readonly window: number }>> = {
  recovery: { each: 5, all: 30, window: quarter },
  registration: { each: 5, all: 20, window: quarter },
  email: { each: 5, all: 30, window: quarter },
}
const emailsAnHour = 10

export class AnonymousThrottle {
  readonly #limits: RateLimitService

  constructor(limits: RateLimitService) {
    this.#limits = limits
  }

  /** Counts an attempt. @param whom an address, or the id of the caller @throws Problem `too_many_requests` */
  async take(purpose: Purpose, request: Request, whom: string): Promise<void> {
    const { each, all, window } = budgets[purpose]
    const network = networkOf(clientOf(request).address)
    const counted = await Promise.all([
      this.#limits.take(`${purpose} network ${network}`, all, window),
      this.#limits.take(`${purpose} one ${digest(`${network}|${whom}`)}`, each, window),
    ])
    const refused = counted.filter(({ allowed }) => !allowed)
    if (refused.length > 0) throw tooMany(Math.max(...refused.map(({ resetAfter }) => resetAfter)))
  }

  /** Counts an email that is asked for a mailbox; false when it has had enough of them for now. */
  async mayMail(email: string): Promise<boolean> {
    const { allowed } = await this.#limits.take(`letters ${digest(email)}`, emailsAnHour, hour)
    return allowed
  }
}

/** Addresses are personal data; a table of counts must not contain them. */
function digest(text: string): string {
  return hash('sha256', `host/stranger-throttle/v1|${text}`, 'base64url')
}
