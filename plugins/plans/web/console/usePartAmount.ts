import { useQuery } from '@host/plugin-sdk'
import { listPlanParts } from '../../shared.ts'
import { unitOf } from '../amount-input.ts'
import { useAmount } from '../useAmount.ts'

/** Writes an amount of a part of plans in its unit. */
export function usePartAmount(): (name: string, amount: number) => string {
  const amountOf = useAmount()
  const { data } = useQuery(listPlanParts, {}, { errors: 'page' })
  return (name, amount) => amountOf(amount, unitOf(data?.items ?? [], name))
}
