import { useState } from 'react'
import { askPasskey, PasskeyRefusal } from '../ask-passkey.ts'
import { beginPasskeyLogin, loginWithPasskey } from '../endpoints.ts'
import { useAttempt } from '../useAttempt.ts'
import { useEnter } from '../useEnter.ts'
import { useStrangerCall } from '../useStrangerCall.ts'

/** A sign-in by passkey. */
export interface PasskeySignIn {
  /** @param isAutofill waits among what the browser fills in, and says nothing when it is not chosen */
  readonly ask: (isAutofill: boolean) => void
  readonly isBusy: boolean
  readonly error: unknown
}

/** Asks for any passkey of this instance, and goes in with it. */
export function usePasskeySignIn(): PasskeySignIn {
  const call = useStrangerCall()
  const enter = useEnter()
  const finish = async (assertion: Awaited<ReturnType<typeof askPasskey>>): Promise<void> => {
    await call(loginWithPasskey, { assertion })
    await enter()
  }
  const byButton = useAttempt(async () => finish(await askPasskey(await call(beginPasskeyLogin))))
  const [late, setLate] = useState<unknown>(null)
  async function byAutofill(): Promise<void> {
    const options = await call(beginPasskeyLogin)
    try {
      await finish(await askPasskey(options, true))
    } catch (error) {
      if (!(error instanceof PasskeyRefusal)) setLate(error)
    }
  }
  return {
    ask(isAutofill) {
      setLate(null)
      if (isAutofill) byAutofill().catch(() => undefined)
      else byButton.attempt()
    },
    isBusy: byButton.isBusy,
    error: byButton.error ?? late,
  }
}
