import { useFormat } from '@host/plugin-sdk'

/** A share in percent; a dash where there is nothing to divide. */
export function useShare(): (part: number, whole: number) => string {
  const { number } = useFormat()
  // Cut rather than rounded, so that 100 % means all.
  return (part, whole) => (whole === 0 ? '–' : `${number(Math.floor((part / whole) * 1_000) / 10)}%`)
}
