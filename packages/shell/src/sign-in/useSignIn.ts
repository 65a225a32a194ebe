import { useState } from 'react'
import { useClient, useNavigate, useSearch, type CallArguments, type Endpoint } from '@host/plugin-sdk'
import { readMe, safeReturnPath, useSessionActions } from '@host/plugin-sdk/shell'

/** Calls an endpoint that signs the reader in, then goes on to the page that was asked for. */
export function useSignIn<E extends Endpoint>(endpoint: E) {
  const client = useClient()
  const { adopt } = useSessionActions()
  const navigate = useNavigate()
  const [search] = useSearch()
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>({
    isBusy: false,
    error: null,
  })
  async function signIn(...input: CallArguments<E>): Promise<void> {
    setState({ isBusy: true, error: null })
    try {
      await client.call(endpoint, ...input)
      adopt(await client.call(readMe))
      navigate(`~${safeReturnPath(search.get('return'), '/admin')}`, { replace: true })
    } catch (error) {
      setState({ isBusy: false, error })
    }
  }
  return { ...state, signIn }
}
