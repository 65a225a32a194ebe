import { useFormat } from '@host/plugin-sdk'
import type { PlanPart } from '../shared.ts'

/** Writes an amount of a quota or meter in its unit. */
export function useAmount(): (amount: number, unit: PlanPart['unit']) => string {
  const format = useFormat()
  return (amount, unit) => (unit === 'bytes' ? format.bytes(amount) : format.number(amount))
}
