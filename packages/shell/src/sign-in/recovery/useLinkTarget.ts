import { useCallback, useEffect, useState } from 'react'

/** Target of an emailed link. */
export interface LinkTarget<Found> {
  /** Undefined until it is there. */
  readonly found: Found | undefined
  readonly error: unknown
  readonly retry: () => void
}

type Looked<Found> = Pick<LinkTarget<Found>, 'found' | 'error'>

const nothingYet = { found: undefined, error: null } as const

/**
 * Looks up the target of an emailed link without using it up. A secret must not be part of a cache key, so this is no
 * query.
 * @param read a stable function for the same lookup
 */
export function useLinkTarget<Found>(token: string, read: (token: string) => Promise<Found>): LinkTarget<Found> {
  const [looked, setLooked] = useState<Looked<Found>>(nothingYet)
  const look = useCallback(
    async (isWanted: () => boolean) => {
      const result = await read(token).then(
        (found): Looked<Found> => ({ found, error: null }),
        (error: unknown): Looked<Found> => ({ found: undefined, error }),
      )
      if (isWanted()) setLooked(result)
    },
    [read, token],
  )
  useEffect(() => {
    let isHere = true
    if (token !== '') void look(() => isHere)
    return () => {
      isHere = false
    }
  }, [token, look])
  function retry() {
    setLooked(nothingYet)
    void look(() => true)
  }
  return { ...looked, retry }
}
