import { useEffect, useState } from 'react'

/** How the last attempt to copy ended, for two seconds. */
export type CopyState = 'idle' | 'copied' | 'failed'

/** Copies texts, and says for two seconds whether it worked. */
export function useCopy(): readonly [state: CopyState, copy: (text: string) => void] {
  const [state, setState] = useState<CopyState>('idle')
  useEffect(() => {
    if (state === 'idle') return undefined
    const timer = setTimeout(() => setState('idle'), 2000)
    return () => clearTimeout(timer)
  }, [state])
  function copy(text: string) {
    copyText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  return [state, copy]
}

/** Pages that are not served over TLS have no clipboard. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
