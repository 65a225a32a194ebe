/**
 * Requests to an authenticator, and the check of its answer: user verification and a discoverable credential are
 * required, and an answer is valid for one nonce, one origin and one relying party.
 *
 * The origin of an authenticator is not asked, so an attestation with certificates is refused before it is read:
 * verifying one would fetch the revocation lists that it names, from any address its sender likes.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Problem } from '@host/plugin'
import type { WebAuthnMessage } from '@host/plugin/platform'
import type { RelyingParty } from './relying-party.ts'

/** How long a browser waits for its user, in milliseconds. */
const patience = 5 * 60_000

/** ES256, EdDSA and RS256 in COSE: supported by authenticators and by every runtime of the host. */
const algorithms = [-7, -8, -257]

const longestCredentialId = 1364

/** A known passkey, as sent to browsers. */
export interface KnownPasskey {
  readonly credentialId: string
  readonly transports: readonly string[]
}

/** The owner of a new passkey. */
export interface PasskeyOwner {
  readonly email: string
  readonly name: string
  /** The authenticator's id of the account, in base64url. */
  readonly handle: string
  readonly passkeys: readonly KnownPasskey[]
}

/** A passkey that an authenticator made. */
export interface MadePasskey extends KnownPasskey {
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly isSynced: boolean
}

/** Facts that an answer is checked against. */
export interface Expected {
  readonly party: RelyingParty
  readonly nonce: string
}

/** Options with which the browser creates a passkey. */
export async function creationOptions({ party, nonce }: Expected, owner: PasskeyOwner): Promise<WebAuthnMessage> {
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: party.id,
    rpID: party.id,
    userName: owner.email,
    userDisplayName: owner.name,
    userID: bytesOf(owner.handle),
    challenge: bytesOf(nonce),
    timeout: patience,
    excludeCredentials: owner.passkeys.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return { ...options }
}

/** Options with which the browser requests a passkey; without any named, the user picks one. */
export async function requestOptions(
  { party, nonce }: Expected,
  passkeys: readonly KnownPasskey[] = [],
): Promise<WebAuthnMessage> {
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(nonce),
    timeout: patience,
    userVerification: 'required',
    allowCredentials: passkeys.map(descriptorOf),
  })
  return { ...options }
}

/** The passkey that a browser says was made. @throws Problem `invalid_passkey` */
export async function verifyCreation(attestation: WebAuthnMessage, { party, nonce }: Expected): Promise<MadePasskey> {
  const response = attestation as unknown as RegistrationResponseJSON
  return await accepting(async () => {
    await refuseCertificates(response)
    refuseFrames(response.response.clientDataJSON)
    const { verifyRegistrationResponse } = await webAuthn()
    const result = await verifyRegistrationResponse({
      response,
      expectedChallenge: nonce,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!result.verified) return undefined
    const { credential, credentialBackedUp } = result.registrationInfo
    if (credential.id.length > longestCredentialId) return undefined
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: transportsOf(response),
      isSynced: credentialBackedUp,
    }
  })
}

/** Facts that a passkey reports when it signs. */
export interface PasskeyUse {
  readonly counter: number
  readonly isSynced: boolean
}

/** Whether an assertion is that of a passkey. The counter is for the caller to compare. @throws Problem `invalid_passkey` */
export async function verifyAssertion(
  assertion: WebAuthnMessage,
  { party, nonce }: Expected,
  passkey: { readonly credentialId: string; readonly publicKey: Uint8Array },
): Promise<PasskeyUse> {
  const response = assertion as unknown as AuthenticationResponseJSON
  return await accepting(async () => {
    refuseFrames(response.response.clientDataJSON)
    const { verifyAuthenticationResponse } = await webAuthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: nonce,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      // The counter is compared where it is stored, in the same statement: 0 leaves it out here.
      credential: { id: passkey.credentialId, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
    })
    if (!verified) return undefined
    return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
  })
}

/** The library takes 50 ms and 19 MB to load, which an instance without passkeys never pays. */
function webAuthn() {
  return import('@simplewebauthn/server')
}

/** Input of an anonymous client may have any form: any error while reading it means refusal. */
async function accepting<Result>(verify: () => Promise<Result | undefined>): Promise<Result> {
  try {
    const result = await verify()
    if (result !== undefined) return result
  } catch (error) {
    throw new Problem('invalid_passkey', { cause: error })
  }
  throw new Problem('invalid_passkey')
}

async function refuseCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(bytesOf(response.attestationObject))
  const format = attestation.get('fmt')
  const isSelf = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelf) throw new Error(`The attestation "${format}" was not asked for.`)
}

/** A page of another site that holds ours in a frame is not a place to prove who one is. */
function refuseFrames(clientData: string): void {
  const { crossOrigin } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { crossOrigin?: unknown }
  if (crossOrigin === true) throw new Error('The answer comes from a frame of another site.')
}

function transportsOf({ response }: RegistrationResponseJSON): readonly string[] {
  const { transports } = response as { readonly transports?: unknown }
  if (!Array.isArray(transports)) return []
  return transports
    .filter((name): name is string => typeof name === 'string' && /^[a-z-]{1,20}$/.test(name))
    .slice(0, 8)
}

function descriptorOf({ credentialId, transports }: KnownPasskey): { id: string; transports: string[] } {
  return { id: credentialId, transports: [...transports] }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'))
}
