import { useEffect, useEffectEvent } from 'react'

/** Offers passkeys in the browser's autofill, if supported, while the page is visible. */
export function usePasskeyAutofill(offer: (whileShown: AbortSignal) => void): void {
  const begin = useEffectEvent(offer)
  useEffect(() => {
    const page = new AbortController()
    void canAutofill().then((can) => {
      if (can && !page.signal.aborted) begin(page.signal)
    })
    return () => page.abort()
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
