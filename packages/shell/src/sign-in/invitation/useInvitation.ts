import { useCallback, useEffect, useState } from 'react'
import { useStrangerCall } from '../useStrangerCall.ts'
import { readInvitation, type PendingInvitation } from '../recovery/endpoints.ts'

/** An invitation that is looked up. */
export interface InvitationState {
  /** Undefined until it is there. */
  readonly invitation: PendingInvitation | undefined
  readonly error: unknown
  readonly retry: () => void
}

type Looked = Pick<InvitationState, 'invitation' | 'error'>

const nothingYet: Looked = { invitation: undefined, error: null }

/** Looks an invitation up, which leaves it as it is. A secret is no part of a key of kept data, so this is no query. */
export function useInvitation(token: string): InvitationState {
  const call = useStrangerCall()
  const [looked, setLooked] = useState(nothingYet)
  const look = useCallback(
    async (isWanted: () => boolean) => {
      const found = await call(readInvitation, { token }).then(
        (invitation): Looked => ({ invitation, error: null }),
        (error: unknown): Looked => ({ invitation: undefined, error }),
      )
      if (isWanted()) setLooked(found)
    },
    [call, token],
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
