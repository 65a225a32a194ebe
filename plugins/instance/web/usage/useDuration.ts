import { useCallback } from 'react'
import { useFormat, useTranslation } from '@host/plugin-sdk'

const units = [
  { unit: 'hours', from: 3_600_000 },
  { unit: 'minutes', from: 60_000 },
  { unit: 'seconds', from: 1_000 },
] as const

/** Writes milliseconds in the unit that fits: `12 ms`, `3.4 s`, `2 h`. */
export function useDuration(): (milliseconds: number) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return useCallback(
    (milliseconds) => {
      const { unit, from } = units.find((one) => milliseconds >= one.from) ?? { unit: 'milliseconds', from: 1 }
      const value = milliseconds / from
      const number = format.number(value, { maximumFractionDigits: value < 10 ? 1 : 0 })
      return t(`instance.usage.units.${unit}`, { number })
    },
    [t, format],
  )
}
