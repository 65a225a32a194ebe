/**
 * The end of every sign-in.
 *
 *   first factor ──proceed──► session            the account has no second factor, or the proof covers both
 *        └──────── else ────► challenge ──proveSecondFactor──► session
 *   passkey ──withPasskey──► session             it is both factors in one
 *
 * The account is read first and its epoch compared when the session is stored, so a sign-in never outlives an end of
 * the account's access in the meantime: see `endAccess`.
 */
import { Problem } from '@host/plugin'
import type {
  FirstProof,
  GivenSecondFactor,
  PasskeyRequest,
  SignedInStep,
  SignInService,
  SignInStep,
  WebAuthnMessage,
} from '@host/plugin/platform'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { HostDatabase } from '../models.ts'
import { newSecretToken } from '../secret-token.ts'
import type { FactorProofs } from '../second-factors/factor-proofs.ts'
import { requestOptions } from '../second-factors/passkey-ceremonies.ts'
import type { PasskeyStore } from '../second-factors/passkey-store.ts'
import type { RelyingParty } from '../second-factors/relying-party.ts'
import { beginSession, type SessionsOptions } from '../sessions/sessions-service.ts'
import { browserHolder, newBrowserChallenge, type BrowserPurpose } from './challenge-cookie.ts'
import type { Challenges, StoredChallenge } from './challenges.ts'

/** Dependencies of signing in. */
export interface SignInParts {
  readonly db: HostDatabase
  readonly recorder: ChangeRecorder
  readonly sessions: SessionsOptions
  readonly challenges: Challenges
  readonly proofs: FactorProofs
  readonly passkeys: PasskeyStore
  partyOf(request: Request): RelyingParty
}

/** Makes the service `SignIn`. */
export function signInService(parts: SignInParts): SignInService {
  return Object.freeze({
    proceed: (request, proof) => proceed(parts, request, proof),
    offersPasskeys: (request) => parts.partyOf(request).isUsable,
    beginPasskey: (request) => beginPasskey(parts, request),
    withPasskey: (request, assertion) => withPasskey(parts, request, assertion),
    beginSecondFactor: (request) => beginSecondFactor(parts, request),
    proveSecondFactor: (request, given) => proveSecondFactor(parts, request, given),
  } satisfies SignInService)
}

async function proceed(parts: SignInParts, request: Request, given: FirstProof): Promise<SignInStep> {
  const { recorder, proofs, challenges } = parts
  const proof = { ...given, accessEpoch: await epochOf(parts, given) }
  const { userId, by, providerId } = proof
  const isVouched = proof.isSecondFactorProven === true
  const methods = isVouched ? [] : await proofs.methodsOf(userId)
  if (isVouched && by === 'oidc' && (await proofs.methodsOf(userId)).length > 0) {
    await recorder.record({ kind: 'second_factor.vouched', actorId: userId, userId, provider: providerId })
  }
  if (methods.length === 0) {
    // A sign-in through a workspace's own provider proves nothing to the account.
    const isProof = proof.confinedTo === undefined
    return await finish(parts, request, { ...proof, isProof, isSecondFactorVouched: isVouched && by === 'oidc' })
  }
  const { holder, cookie } = newBrowserChallenge(request, 'second_factor')
  await challenges.begin({ holder, purpose: 'second_factor' }, challengeOf(proof))
  return { status: 'second_factor', methods, cookie }
}

async function beginPasskey(parts: SignInParts, request: Request): Promise<PasskeyRequest> {
  const { holder, cookie } = newBrowserChallenge(request, 'passkey_sign_in')
  const nonce = newSecretToken()
  await parts.challenges.begin({ holder, purpose: 'passkey_sign_in' }, { nonce })
  return { cookie, options: await requestOptions({ party: parts.partyOf(request), nonce }) }
}

async function withPasskey(parts: SignInParts, request: Request, assertion: WebAuthnMessage): Promise<SignedInStep> {
  const { challenges, passkeys, proofs } = parts
  const challenge = await challengeIn(parts, request, 'passkey_sign_in')
  if (challenge.nonce === null || !(await challenges.take(challenge.id))) throw new Problem('challenge_expired')
  const { id } = assertion
  const named = typeof id === 'string' ? await passkeys.find(id) : undefined
  const accessEpoch = named && (await epochOf(parts, { userId: named.user_id }))
  const party = parts.partyOf(request)
  const { user_id: userId } = await proofs.byPasskey({ assertion, userId: undefined, party, nonce: challenge.nonce })
  return await finish(parts, request, { userId, accessEpoch, by: 'passkey', factor: 'passkey', isProof: true })
}

async function beginSecondFactor(parts: SignInParts, request: Request): Promise<WebAuthnMessage> {
  const { challenges, passkeys } = parts
  const holder = browserHolder(request, 'second_factor')
  const challenge = holder === undefined ? undefined : await challenges.find({ holder, purpose: 'second_factor' })
  if (challenge === undefined) throw new Problem('challenge_expired')
  const known = await passkeys.list(challenge.user_id ?? '')
  if (known.length === 0) throw new Problem('not_found')
  const nonce = newSecretToken()
  await challenges.ask(challenge.id, nonce)
  const owned = known.map(({ credential_id: credentialId, transports }) => ({ credentialId, transports }))
  return await requestOptions({ party: parts.partyOf(request), nonce }, owned)
}

async function proveSecondFactor(
  parts: SignInParts,
  request: Request,
  given: GivenSecondFactor,
): Promise<SignedInStep> {
  const challenge = await challengeIn(parts, request, 'second_factor')
  const { user_id: userId, began_by: by, access_epoch: accessEpoch } = challenge
  if (userId === null || by === null || accessEpoch === null) throw new Problem('challenge_expired')
  await checkFactor(parts, request, { given, userId, challenge })
  if (!(await parts.challenges.take(challenge.id))) throw new Problem('challenge_expired')
  const { provider_id: providerId, confined_to: confinedTo, workspace_id: orgId } = challenge
  return await finish(parts, request, {
    userId,
    by,
    accessEpoch,
    providerId: providerId ?? undefined,
    confinedTo: confinedTo ?? undefined,
    orgId: orgId ?? undefined,
    factor: given.method,
    isProof: true,
  })
}

/** A factor given for a challenge. */
interface FactorCheck {
  readonly given: GivenSecondFactor
  readonly userId: string
  readonly challenge: StoredChallenge
}

async function checkFactor(parts: SignInParts, request: Request, check: FactorCheck): Promise<void> {
  const { proofs, challenges } = parts
  const { given, userId, challenge } = check
  if (given.method !== 'passkey') return await proofs.byCode(userId, given.method, given.code ?? '')
  const nonce = await challenges.takeNonce(challenge)
  if (nonce === undefined) throw new Problem('invalid_passkey')
  const { assertion = {} } = given
  await proofs.byPasskey({ assertion, userId, party: parts.partyOf(request), nonce })
}

/** Counts a try of the challenge that the browser brings. */
async function challengeIn(
  { challenges }: SignInParts,
  request: Request,
  purpose: BrowserPurpose,
): Promise<StoredChallenge> {
  const holder = browserHolder(request, purpose)
  const challenge = holder === undefined ? undefined : await challenges.attempt({ holder, purpose })
  if (challenge === undefined) throw new Problem('challenge_expired')
  return challenge
}

/** The epoch that a proof stands on. @throws Problem `invalid_credentials` for an account that may not sign in */
async function epochOf(
  { db, recorder }: SignInParts,
  { userId, accessEpoch }: Pick<FirstProof, 'userId' | 'accessEpoch'>,
): Promise<number> {
  const account = await db
    .selectFrom('users')
    .select('access_epoch as epoch')
    .where('id', '=', userId)
    .where('is_email_verified', '=', true)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (account !== undefined) return accessEpoch ?? account.epoch
  await recorder.record({ kind: 'session.refused', userId })
  throw new Problem('invalid_credentials')
}

function challengeOf(proof: FirstProof & { readonly accessEpoch: number }) {
  return {
    user_id: proof.userId,
    began_by: proof.by,
    access_epoch: proof.accessEpoch,
    provider_id: proof.providerId ?? null,
    confined_to: proof.confinedTo ?? null,
    workspace_id: proof.orgId ?? null,
  }
}

type Beginning = Parameters<typeof beginSession>[2]

async function finish({ sessions }: SignInParts, request: Request, session: Beginning): Promise<SignedInStep> {
  const { cookie, me } = await beginSession(sessions, request, session)
  return { status: 'signed_in', cookie, me }
}
