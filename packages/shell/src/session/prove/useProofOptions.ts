import { useCallback, useEffect, useState } from 'react'
import { beginReauthentication, type ProofOptions } from '@host/platform-api/reauthentication'
import { useClient } from '@host/plugin-sdk'

/** The ways to prove it, once they are there. */
export interface ProofOptionsState {
  readonly options: ProofOptions | undefined
  readonly error: unknown
  /** Fetches a new challenge: a passkey challenge is valid once. */
  readonly renew: () => void
}

type Asked = Pick<ProofOptionsState, 'options' | 'error'>

/** Asks how the reader can prove who they are. Each answer is good for one try, so none of it is kept. */
export function useProofOptions(): ProofOptionsState {
  const client = useClient()
  const [asked, setAsked] = useState<Asked>({ options: undefined, error: null })
  const renew = useCallback(() => {
    client.call(beginReauthentication).then(
      (options) => setAsked({ options, error: null }),
      (error: unknown) => setAsked({ options: undefined, error }),
    )
  }, [client])
  useEffect(renew, [renew])
  return { ...asked, renew }
}
