import { useState } from 'react'
import {
  beginPasskeyLogin,
  login,
  loginWithPasskey,
  type SecondFactor,
  type SignInAnswer,
} from '@host/platform-api/sign-in'
import { useLocation, useNavigate } from '@host/plugin-sdk'
import { useSessionActions } from '@host/plugin-sdk/shell'
import { askPasskey } from '../sign-in/ask-passkey.ts'
import { useAttempt } from '../sign-in/useAttempt.ts'
import { useAnonymousCall } from '../sign-in/useAnonymousCall.ts'

/** Signs in over the open page, or discards it. */
export interface SignInAgainActions {
  readonly isBusy: boolean
  readonly error: unknown
  readonly signIn: (password: string) => void
  readonly signInByPasskey: () => void
  /** Factors required after the password; empty for none. */
  readonly factors: readonly SecondFactor[]
  /** The second factor was right. @throws {ClientError} */
  readonly goOn: () => Promise<void>
  /** The password counts no longer. */
  readonly beginAgain: () => void
  readonly discard: () => void
}

/** The ways on from a session that has ended under a page. */
export function useSignInAgain(email: string): SignInAgainActions {
  const call = useAnonymousCall()
  const { resume, end } = useSessionActions()
  const navigate = useNavigate()
  const path = useLocation()
  const [factors, setFactors] = useState<readonly SecondFactor[]>([])
  const { attempt, isBusy, error } = useAttempt(async (signIn: () => Promise<SignInAnswer>) => {
    const answer = await signIn()
    if (answer.status === 'second_factor') setFactors(answer.methods)
    else await resume()
  })
  function discard(): void {
    const wanted = path + location.search
    navigate(`/login?return=${encodeURIComponent(wanted)}`, { replace: true, force: true })
    end()
  }
  return {
    isBusy,
    error,
    signIn: (password) => attempt(() => call(login, { email, password })),
    signInByPasskey: () =>
      attempt(async () => call(loginWithPasskey, { assertion: await askPasskey(await call(beginPasskeyLogin)) })),
    factors,
    goOn: resume,
    beginAgain: () => setFactors([]),
    discard,
  }
}
