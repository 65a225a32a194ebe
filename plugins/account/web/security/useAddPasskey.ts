import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useMutation } from '@host/plugin-sdk'
import { addPasskey, beginPasskey, readSecurity } from '../../shared/security.ts'

/** Why the browser made no passkey. */
export type PasskeyFault = 'cancelled' | 'known' | 'refused'

export interface AddPasskey {
  /** Asks the device for a passkey and sends it to the server. @throws {ClientError} when the server refuses */
  readonly add: (name: string) => Promise<void>
  /** The fault when the device or its user declined. */
  readonly fault: PasskeyFault | undefined
}

/** Creates a passkey on this device. The code that talks to the device is loaded on demand. */
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
