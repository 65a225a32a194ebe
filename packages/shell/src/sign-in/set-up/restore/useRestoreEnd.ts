import { useEffect, useEffectEvent } from 'react'
import { readRestoreChoices } from '@host/platform-api/set-up-restore'
import { readSignInPolicy } from '@host/platform-api/sign-in'
import { ClientError } from '@host/plugin-sdk'
import { useAnonymousCall, type AnonymousCall } from '../../useAnonymousCall.ts'

/** End of a restore; a link that was replaced meanwhile counts as failed, since its holder can't see more. */
export type RestoreEnd = 'restored' | 'failed'

const pauseMilliseconds = 2_000

/** Looks every few seconds whether the host is back, and calls `onEnd` once. */
export function useRestoreEnd(token: string, onEnd: (end: RestoreEnd) => void): void {
  const call = useAnonymousCall()
  const report = useEffectEvent(onEnd)
  useEffect(() => {
    let isHere = true
    let timer: ReturnType<typeof setTimeout> | undefined
    async function look(): Promise<void> {
      const end = await endOf(call, token)
      if (!isHere) return
      if (end === undefined) timer = setTimeout(() => void look(), pauseMilliseconds)
      else report(end)
    }
    timer = setTimeout(() => void look(), pauseMilliseconds)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [call, token])
}

/** @returns undefined while the host is away, or has not begun */
async function endOf(call: AnonymousCall, token: string): Promise<RestoreEnd | undefined> {
  try {
    if ((await call(readSignInPolicy)).isSetUp) return 'restored'
    const { failure } = await call(readRestoreChoices, { token })
    return failure === null ? undefined : 'failed'
  } catch (error) {
    return error instanceof ClientError && error.status === 401 ? 'failed' : undefined
  }
}
