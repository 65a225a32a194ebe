import { useFormat, useTranslation } from '@host/plugin-sdk'
import type { WorkspaceEntitlement } from '../shared.ts'
import { useAmount } from './useAmount.ts'

/** Returns a function that says how much of a quota is above its limit, and by when it should be below. */
export function useExcess(): (part: Pick<WorkspaceEntitlement, 'over' | 'unit'>) => string | null {
  const { t } = useTranslation()
  const format = useFormat()
  const amount = useAmount()
  return ({ over, unit }) => {
    if (over === null) return null
    const count = amount(over.by, unit)
    if (over.until === null) return t('plans.usage.above', { amount: count })
    const key = over.locked > 0 ? 'aboveLocked' : over.isLockable ? 'aboveOpen' : 'aboveUntil'
    return t(`plans.usage.${key}`, { amount: count, date: format.date(over.until) })
  }
}
