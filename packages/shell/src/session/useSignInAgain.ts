import { useState } from 'react'
import { useClient, useLocation, useNavigate } from '@host/plugin-sdk'
import { useSessionActions } from '@host/plugin-sdk/shell'
import { login } from '../sign-in/endpoints.ts'

/** Signs in under the page that is open, or gives up what is on it. */
export interface SignInAgainActions {
  readonly isBusy: boolean
  readonly error: unknown
  readonly signIn: (password: string) => Promise<void>
  readonly discard: () => void
}

/** The two ways on from a session that has ended under unsaved changes. */
export function useSignInAgain(email: string): SignInAgainActions {
  const client = useClient()
  const { resume, end } = useSessionActions()
  const navigate = useNavigate()
  const path = useLocation()
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>({
    isBusy: false,
    error: null,
  })
  async function signIn(password: string): Promise<void> {
    setState({ isBusy: true, error: null })
    try {
      await client.call(login, { email, password })
      await resume()
      setState({ isBusy: false, error: null })
    } catch (error) {
      setState({ isBusy: false, error })
    }
  }
  function discard(): void {
    const wanted = path + location.search
    navigate(`/login?return=${encodeURIComponent(wanted)}`, { replace: true, force: true })
    end()
  }
  return { ...state, signIn, discard }
}
