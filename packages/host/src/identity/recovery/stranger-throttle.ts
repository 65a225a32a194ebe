/**
 * How often strangers may ask, each purpose with a budget of its own: who used up one of them still has the others.
 * What counts is what was typed and from which network, never whether there is an account, so a refusal tells nothing.
 * How many emails are asked for a mailbox is a limit beside them, and reaching it is silent: together they bound the jobs of
 * anonymous clients, too.
 */
import { hash } from 'node:crypto'
import type { RateLimitService } from '@host/plugin'
import { tooMany } from '../../rate-limits/too-many.ts'
import { clientOf } from '../client.ts'
import { networkOf } from '../network.ts'

/** What is counted apart. */
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

export class StrangerThrottle {
  readonly #limits: RateLimitService

  constructor(limits: RateLimitService) {
    this.#limits = limits
  }

  /** Counts an attempt. @param whom an address, or the id of whoever asks @throws Problem `too_many_requests` */
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

/** Addresses are people's; no one needs to read them in a table of counts. */
function digest(text: string): string {
  return hash('sha256', `host/stranger-throttle/v1|${text}`, 'base64url')
}
