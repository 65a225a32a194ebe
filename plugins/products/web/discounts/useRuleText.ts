import { useFormat, useTranslation } from '@host/plugin-sdk'
import type { Discount } from '../../shared.ts'
import { useMoney } from '../useMoney.ts'

/** Writes what a rule takes off, and from which lines. */
export function useRuleText(): (rule: Discount['rules'][number], discount: Pick<Discount, 'currency'>) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const money = useMoney()
  return ({ priceId, interval, percent, amount }, { currency }) => {
    const target = priceId === null ? (interval ?? 'all') : 'price'
    const off =
      amount === null
        ? format.number((percent ?? 0) / 100, { style: 'percent', maximumFractionDigits: 2 })
        : money(amount, currency ?? '')
    return t('products.discounts.rule', { off, target: t(`products.discounts.targets.${target}`) })
  }
}
