import {
  beginSecondFactor,
  proveSecondFactor,
  type SecondFactor,
  type SecondFactorProof,
} from '@host/platform-api/sign-in'
import { ClientError } from '@host/plugin-sdk'
import { askPasskey } from './ask-passkey.ts'
import { useAttempt, type Attempt } from './useAttempt.ts'
import { useAnonymousCall, type AnonymousCall } from './useAnonymousCall.ts'

/** Proves the second factor of a sign-in that has begun. */
export function useSecondFactor(
  onProven: () => Promise<void>,
  onExpired: (error: unknown) => void,
): Attempt<[way: SecondFactor, code: string]> {
  const call = useAnonymousCall()
  return useAttempt(async (way: SecondFactor, code: string) => {
    try {
      await call(proveSecondFactor, await proofBy(call, way, code))
      await onProven()
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== 'challenge_expired') throw error
      onExpired(error)
    }
  })
}

async function proofBy(call: AnonymousCall, way: SecondFactor, code: string): Promise<SecondFactorProof> {
  if (way !== 'passkey') return { method: way, code }
  return { method: way, assertion: await askPasskey(await call(beginSecondFactor)) }
}
