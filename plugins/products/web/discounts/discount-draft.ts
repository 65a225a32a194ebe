import type { EndpointInput, Money } from '@host/plugin-sdk'
import type { createDiscount, PriceInterval } from '../../shared.ts'

/** Lines that a rule is for. */
export type RuleTarget = 'all' | 'price' | 'once' | PriceInterval

/** A rule of a discount as it is chosen. */
export interface RuleDraft {
  readonly key: string
  readonly target: RuleTarget
  readonly productId: string | null
  readonly priceId: string
  readonly kind: 'percent' | 'amount'
  readonly percent: string
  readonly money: Money | null
}

export function emptyRule(): RuleDraft {
  return {
    key: crypto.randomUUID(),
    target: 'all',
    productId: null,
    priceId: '',
    kind: 'percent',
    percent: '',
    money: null,
  }
}

type NewRule = EndpointInput<typeof createDiscount>['rules'][number]

/** The rules as the API takes them; undefined while one is incomplete. */
export function chosenRules(rules: readonly RuleDraft[]): readonly NewRule[] | undefined {
  const chosen = rules.flatMap((rule): NewRule[] => {
    const { target, priceId, kind, percent, money } = rule
    if (target === 'price' && priceId === '') return []
    const part = kind === 'percent' ? percentOf(percent) : amountOf(money)
    if (part === undefined) return []
    return [{ ...part, ...targetOf(target, priceId) }]
  })
  return chosen.length === rules.length ? chosen : undefined
}

function percentOf(percent: string) {
  return percent.trim() === '' ? undefined : { percent: Number(percent) }
}

function amountOf(money: Money | null) {
  return money !== null && Number.isSafeInteger(money.amount) ? { amount: money.amount } : undefined
}

function targetOf(target: RuleTarget, priceId: string) {
  if (target === 'all') return {}
  return target === 'price' ? { priceId } : { interval: target }
}
