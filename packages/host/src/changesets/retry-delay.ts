import type { Problem } from '@host/plugin'
import { changeLimits } from './change-limits.ts'

/**
 * Milliseconds that a limited rate asks to wait, as far as a changeset waits; undefined for an error that asks for
 * nothing.
 */
export function retryDelay({ options }: Pick<Problem, 'options'>): number | undefined {
  const seconds = options.headers?.['retry-after']
  if (seconds === undefined || !/^\d{1,9}$/.test(seconds)) return undefined
  return Math.min(Math.max(Number(seconds), 1) * 1_000, changeLimits.pause)
}
