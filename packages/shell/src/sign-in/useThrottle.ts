import { useEffect, useState } from 'react'
import { ClientError } from '@host/plugin-sdk'

/** How long the server asks to wait, counted down. */
export interface Throttle {
  /** Whole seconds; 0 when a try is welcome. */
  readonly wait: number
  /** The error to show; none once the wait is over. */
  readonly error: unknown
}

/** Counts down the wait of a rate limit. */
export function useThrottle(error: unknown): Throttle {
  const seconds = error instanceof ClientError && error.status === 429 ? (error.retryAfterSeconds ?? 0) : 0
  const wait = useCountdown(seconds, error)
  return { wait, error: seconds > 0 && wait === 0 ? null : error }
}

/** Counts down whole seconds, restarting when `cause` changes. */
export function useCountdown(seconds: number, cause: unknown): number {
  const [counted, setCounted] = useState<{ readonly cause: unknown; readonly left: number }>()
  useEffect(() => {
    if (seconds === 0) return undefined
    const end = performance.now() + seconds * 1_000
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1_000))
      setCounted({ cause, left })
      if (left === 0) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [seconds, cause])
  return counted !== undefined && counted.cause === cause ? counted.left : seconds
}
