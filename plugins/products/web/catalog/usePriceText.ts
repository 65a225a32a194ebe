import { useTranslation } from '@host/plugin-sdk'
import type { Price } from '../../shared.ts'
import { useMoney } from '../useMoney.ts'

/** Writes a price with its interval: `$9.00 every month`. */
export function usePriceText(): (price: Pick<Price, 'amount' | 'currency' | 'interval' | 'intervalCount'>) => string {
  const { t } = useTranslation()
  const money = useMoney()
  return ({ amount, currency, interval, intervalCount }) => {
    const text = money(amount, currency)
    if (interval === null) return text
    return t('products.prices.recurring', {
      amount: text,
      interval:
        intervalCount === 1
          ? t(`products.prices.every.${interval}`)
          : t(`products.prices.everyFew.${interval}`, { number: intervalCount }),
    })
  }
}
