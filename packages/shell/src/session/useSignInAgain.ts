import { useState } from 'react'
import { useClient, useLocation, useNavigate } from '@host/plugin-sdk'
import { useSessionActions } from '@host/plugin-sdk/shell'
import { login, type SecondFactor } from '../sign-in/endpoints.ts'
import { useAttempt } from '../sign-in/useAttempt.ts'

/** Signs in under the page that is open, or gives up what is on it. */
export interface SignInAgainActions {
  readonly isBusy: boolean
  readonly error: unknown
  readonly signIn: (password: string) => void
  /** What is still due after the password; empty while nothing is. */
  readonly factors: readonly SecondFactor[]
  /** The second factor was right. @throws {ClientError} */
  readonly goOn: () => Promise<void>
  /** The password counts no longer. */
  readonly beginAgain: () => void
  readonly discard: () => void
}

/** The two ways on from a session that has ended under unsaved changes. */
export function useSignInAgain(email: string): SignInAgainActions {
  const client = useClient()
  const { resume, end } = useSessionActions()
  const navigate = useNavigate()
  const path = useLocation()
  const [factors, setFactors] = useState<readonly SecondFactor[]>([])
  const { attempt, isBusy, error } = useAttempt(async (password: string) => {
    const answer = await client.call(login, { email, password })
    if (answer.status === 'second_factor') setFactors(answer.methods)
    else await resume()
  })
  function discard(): void {
    const wanted = path + location.search
    navigate(`/login?return=${encodeURIComponent(wanted)}`, { replace: true, force: true })
    end()
  }
  return { isBusy, error, signIn: attempt, factors, goOn: resume, beginAgain: () => setFactors([]), discard }
}
