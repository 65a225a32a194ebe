import { useFormat } from '@host/plugin-sdk'
import { decimalAmount, type Amount } from '../shared.ts'

/** Writes an amount of minor units with its currency; one that numbers can't carry keeps all its digits. */
export function useMoney(): (amount: Amount, currency: string) => string {
  const format = useFormat()
  return (amount, currency) =>
    typeof amount === 'number'
      ? format.money(amount, currency)
      : `${decimalAmount(BigInt(amount), currency)} ${currency}`
}
