/**
 * Refuses calls of API tokens above the plan of their workspace. Sessions are never refused, because people read and change
 * the plan in one.
 *
 *   call ─► used, as last read, + calls of this process since ─► at the limit: 429 until the month ends
 *              '── read again after ten seconds, beside the calls
 *
 * A call costs three look-ups and no query. Calls that other processes answered are seen at the next read, and their hosts
 * write counts every ten seconds, so a workspace may exceed its limit by the calls of about twenty seconds on the others.
 */
import { Problem, type EntitlementReason, type EntitlementsService, type MaybePromise } from '@host/plugin'
import { plansIn, tierRequired, wordingIn } from '@host/plugin/platform'
import { andThen } from '../request/and-then.ts'
import { apiCallsMeter } from './host-meters.ts'

const { name, title } = apiCallsMeter

/** Milliseconds after which the use is read again. */
const every = 10_000
/** Workspaces whose use is known at once. */
const mostKnown = 10_000

type Plans = Pick<EntitlementsService, 'limitOf' | 'usedOf' | 'explain'>

export interface ApiCallLimitOptions {
  /** Undefined when no part of this build knows plans. */
  readonly entitlements: () => Plans | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

interface KnownUse {
  used: number
  /** Calls of this process since the use was read. */
  calls: number
  readAt: number
  /** When the month ends. */
  resetsAt: number
  isReading: boolean
}

interface Asked {
  readonly plans: Plans
  readonly orgId: string
  readonly limit: number
  readonly now: number
}

export class ApiCallLimit {
  readonly #options: ApiCallLimitOptions
  readonly #known = new Map<string, KnownUse>()
  readonly #first = new Map<string, Promise<KnownUse>>()

  constructor(options: ApiCallLimitOptions) {
    this.#options = options
  }

  /** Counts a call of a token. @throws Problem `quota_exceeded`, `tier_required` where the plan includes none */
  take(orgId: string): MaybePromise<void> {
    const plans = this.#options.entitlements()
    if (plans === undefined) return undefined
    return andThen(plans.limitOf(orgId, name), (limit) =>
      limit === undefined ? undefined : this.#takeOf({ plans, orgId, limit, now: this.#options.clock() }),
    )
  }

  #takeOf(asked: Asked): MaybePromise<void> {
    const { now } = asked
    const known = this.#known.get(asked.orgId)
    if (known === undefined || now >= known.resetsAt) return this.#begin(asked).then((use) => judge(asked, use))
    if (now - known.readAt >= every && !known.isReading) void this.#readAgain(asked, known)
    return judge(asked, known)
  }

  /** Calls that come meanwhile wait for the same read. */
  async #begin(asked: Asked): Promise<KnownUse> {
    const { orgId } = asked
    const begun = this.#first.get(orgId) ?? this.#read(asked)
    this.#first.set(orgId, begun)
    try {
      return await begun
    } finally {
      if (this.#first.get(orgId) === begun) this.#first.delete(orgId)
    }
  }

  async #read({ plans, orgId, now: readAt }: Asked): Promise<KnownUse> {
    const { used, resetsAt } = await plans.usedOf(orgId, name)
    const use = { used, calls: 0, readAt, resetsAt: Date.parse(resetsAt), isReading: false }
    if (this.#known.size >= mostKnown) this.#known.clear()
    this.#known.set(orgId, use)
    return use
  }

  /** Without an answer the use stays as it was read, and the calls of this process go on counting. */
  async #readAgain({ plans, orgId, now }: Asked, use: KnownUse): Promise<void> {
    use.isReading = true
    use.readAt = now
    const before = use.calls
    try {
      const { used, resetsAt } = await plans.usedOf(orgId, name)
      use.used = used
      use.calls -= before
      use.resetsAt = Date.parse(resetsAt)
    } catch {
      // The next read is in ten seconds.
    } finally {
      use.isReading = false
    }
  }
}

function judge(asked: Asked, use: KnownUse): MaybePromise<void> {
  const used = use.used + use.calls
  if (used >= asked.limit) return refuse(asked, used, use.resetsAt)
  use.calls += 1
  return undefined
}

async function refuse(asked: Asked, used: number, resetsAt: number): Promise<never> {
  const reason = await asked.plans.explain(asked.orgId, name)
  throw asked.limit === 0 ? tierRequired({ name, title }, reason) : callsExceeded(asked, { used, resetsAt }, reason)
}

interface Spent {
  readonly used: number
  readonly resetsAt: number
}

function callsExceeded({ limit, now }: Asked, { used, resetsAt }: Spent, reason: EntitlementReason): Problem {
  const [en, zh] = [wordingIn(title, 'en'), wordingIn(title, 'zh')]
  const at = new Date(resetsAt).toISOString()
  const day = at.slice(0, 10)
  return new Problem('quota_exceeded', {
    detail: { en: `${en}: ${used} of ${limit} are used.`, zh: `${zh}：已使用 ${used}，上限为 ${limit}。` },
    nextStep: {
      en: `Wait until ${day}, or ask an instance admin for a larger plan. The pages work as before.`,
      zh: `请等到 ${day}，或联系实例管理员升级套餐。页面仍可正常使用。`,
    },
    facts: { meter: name, limit, used, resetsAt: at, ...plansIn(reason) },
    headers: { 'retry-after': String(Math.max(1, Math.ceil((resetsAt - now) / 1000))) },
  })
}
