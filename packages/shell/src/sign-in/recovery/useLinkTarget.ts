import { useCallback, useEffect, useState } from 'react'

/** What stands behind a mailed link. */
export interface LinkTarget<Found> {
  /** Undefined until it is there. */
  readonly found: Found | undefined
  readonly error: unknown
  readonly retry: () => void
}

type Looked<Found> = Pick<LinkTarget<Found>, 'found' | 'error'>

const nothingYet = { found: undefined, error: null } as const

/**
 * Looks up what stands behind a mailed link, which leaves it as it is. A secret is no part of a key of kept data, so this
 * is no query.
 * @param read the same one as long as it asks the same
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
