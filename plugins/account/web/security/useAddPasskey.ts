import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useMutation } from '@host/plugin-sdk'
import { addPasskey, beginPasskey, readSecurity } from '../../shared.ts'

/** Why the browser made no passkey. */
export type PasskeyFault = 'cancelled' | 'known' | 'refused'

export interface AddPasskey {
  /** Asks the device for a passkey and hands it to the server. @throws {ClientError} what the server refuses */
  readonly add: (name: string) => Promise<void>
  /** What the device or its user said no to. */
  readonly fault: PasskeyFault | undefined
}

/** Makes a passkey on this device. What talks to the device comes when it is needed. */
export function useAddPasskey(onAdded: (name: string) => void): AddPasskey {
  const [fault, setFault] = useState<PasskeyFault>()
  const begin = useMutation(beginPasskey)
  const finish = useMutation(addPasskey, { invalidates: [readSecurity], onSuccess: ({ name }) => onAdded(name) })
  async function add(name: string): Promise<void> {
    setFault(undefined)
    const [options, { startRegistration }] = await Promise.all([begin.mutateAsync(), import('@simplewebauthn/browser')])
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
    const made = await startRegistration({ optionsJSON }).catch((error: unknown) => {
      setFault(faultOf(error))
    })
    if (made !== undefined) await finish.mutateAsync({ name, attestation: { ...made } })
  }
  return { add, fault }
}

/** By the names that WebAuthn gives to its errors. */
function faultOf(error: unknown): PasskeyFault {
  const { name } = error as Partial<Error>
  if (name === 'InvalidStateError') return 'known'
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'refused'
}
