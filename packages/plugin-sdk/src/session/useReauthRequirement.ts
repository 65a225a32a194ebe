import { useEffect, useSyncExternalStore } from 'react'
import type { FactorProof } from '@host/plugin/wire'
import { useHost } from './HostProvider.tsx'

/** State of the reauthentication prompt, for the component that renders it. */
export interface ReauthRequirement {
  readonly isAsked: boolean
  /** The second factor that it asks for; undefined where any proof counts. */
  readonly factor: FactorProof | undefined
  /** @param isProven whether the waiting calls are sent again */
  readonly settle: (isProven: boolean) => void
}

/** Attends to the question for a fresh proof as long as the caller is shown. */
export function useReauthRequirement(): ReauthRequirement {
  const { proof } = useHost()
  useEffect(() => proof.attend(), [proof])
  return {
    isAsked: useSyncExternalStore(proof.subscribe, proof.isAsked),
    factor: useSyncExternalStore(proof.subscribe, proof.factor),
    settle: proof.settle,
  }
}
