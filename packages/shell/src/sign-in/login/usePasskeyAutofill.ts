import { useEffect, useEffectEvent } from 'react'
import { stopAskingPasskey } from '../ask-passkey.ts'

/** Offers passkeys among what the browser fills in, where it can, as long as the page is shown. */
export function usePasskeyAutofill(ask: (isAutofill: true) => void): void {
  const begin = useEffectEvent(() => ask(true))
  useEffect(() => {
    let isHere = true
    let hasBegun = false
    void canAutofill().then((can) => {
      if (!can || !isHere) return
      hasBegun = true
      begin()
    })
    return () => {
      isHere = false
      if (hasBegun) void stopAskingPasskey()
    }
  }, [])
}

async function canAutofill(): Promise<boolean> {
  if (typeof PublicKeyCredential !== 'function') return false
  try {
    return await PublicKeyCredential.isConditionalMediationAvailable()
  } catch {
    return false
  }
}
