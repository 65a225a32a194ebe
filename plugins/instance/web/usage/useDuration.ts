import { useCallback } from 'react'
import { useFormat } from '@host/plugin-sdk'

const units = [
  { unit: 'hour', from: 3_600_000 },
  { unit: 'minute', from: 60_000 },
  { unit: 'second', from: 1_000 },
] as const

/** Writes milliseconds in the unit that fits: `12 ms`, `3.4 sec`, `2 hr`. */
export function useDuration(): (milliseconds: number) => string {
  const format = useFormat()
  return useCallback(
    (milliseconds) => {
      const { unit, from } = units.find((one) => milliseconds >= one.from) ?? { unit: 'millisecond', from: 1 }
      return format.number(milliseconds / from, {
        style: 'unit',
        unit,
        unitDisplay: 'short',
        maximumFractionDigits: milliseconds / from < 10 ? 1 : 0,
      })
    },
    [format],
  )
}
