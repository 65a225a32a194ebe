import { useState } from 'react'
import { beginPasskeyLogin, loginWithPasskey } from '@host/platform-api/sign-in'
import { askPasskey, offerPasskey, PasskeyRefusal } from '../ask-passkey.ts'
import { useAttempt } from '../useAttempt.ts'
import { useEnter } from '../useEnter.ts'
import { useAnonymousCall } from '../useAnonymousCall.ts'

/** A sign-in by passkey. */
export interface PasskeySignIn {
  /** Has the browser ask for one, and takes the offer back. */
  readonly ask: () => void
  /** Waits in the browser's autofill; not choosing it reports nothing. */
  readonly offer: (whileShown: AbortSignal) => void
  readonly isBusy: boolean
  readonly error: unknown
}

/** Asks for any passkey of this instance, and goes in with it. */
export function usePasskeySignIn(): PasskeySignIn {
  const call = useAnonymousCall()
  const enter = useEnter()
  const [pressed] = useState(() => new AbortController())
  const finish = async (assertion: Awaited<ReturnType<typeof askPasskey>>): Promise<void> => {
    await call(loginWithPasskey, { assertion })
    await enter()
  }
  const byButton = useAttempt(async () => finish(await askPasskey(await call(beginPasskeyLogin))))
  const [late, setLate] = useState<unknown>(null)
  async function byAutofill(whileShown: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([whileShown, pressed.signal])
    // A late response would replace the challenge of the button's request, here and in the browser's cookie.
    const options = await call(beginPasskeyLogin, undefined, { signal })
    try {
      await finish(await offerPasskey(options, signal))
    } catch (error) {
      if (!(error instanceof PasskeyRefusal)) setLate(error)
    }
  }
  return {
    ask() {
      setLate(null)
      pressed.abort()
      byButton.attempt()
    },
    offer(whileShown) {
      setLate(null)
      byAutofill(whileShown).catch(() => undefined)
    },
    isBusy: byButton.isBusy,
    error: byButton.error ?? late,
  }
}
