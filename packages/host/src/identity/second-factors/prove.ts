/**
 * A repeated proof of identity, for actions that a stolen session must not allow: by password, by a second factor, by a
 * passkey. It can be guessed as a sign-in can, so it is throttled like one.
 */
import { Problem } from '@host/plugin'
import type { GivenProof, ProofChoices, SecondFactor } from '@host/plugin/platform'
import type { Caller } from '../../request/caller.ts'
import { newSecretToken } from '../secret-token.ts'
import { sessionHolder, type ChallengeKey } from '../sign-in/challenges.ts'
import { iso } from '../../support/time.ts'
import { readOwner } from './factor-owner.ts'
import type { FactorParts } from './factor-parts.ts'
import { codeFactorOf } from './factor-proofs.ts'
import { requestOptions } from './passkey-ceremonies.ts'

/** A proof, with its caller. */
export interface ProofAttempt {
  readonly request: Request
  readonly caller: Caller
  readonly proof: GivenProof
}

/** Available ways to prove identity; begins the one with a passkey. */
export async function beginProof(parts: FactorParts, request: Request, caller: Caller): Promise<ProofChoices> {
  const { db, proofs, passkeys, challenges } = parts
  const { hasPassword } = await readOwner(db, caller.userId)
  const factors = await proofs.methodsOf(caller.userId)
  const methods: ProofChoices['methods'][number][] = hasPassword ? ['password'] : []
  if (factors.includes('totp')) methods.push('totp')
  if (factors.includes('passkey')) methods.push('passkey')
  if (factors.includes('recovery')) methods.push('recovery')
  if (await hasIdentity(parts, caller.userId)) methods.push('oidc')
  if (!factors.includes('passkey')) return { methods, passkey: null }
  const nonce = newSecretToken()
  await challenges.begin(proofOf(caller), { user_id: caller.userId, nonce })
  const known = await passkeys.list(caller.userId)
  const owned = known.map(({ credential_id: credentialId, transports }) => ({ credentialId, transports }))
  return { methods, passkey: await requestOptions({ party: parts.partyOf(request), nonce }, owned) }
}

/** Takes a proof. @throws Problem `invalid_input`, `invalid_credentials`, `invalid_code`, `invalid_passkey` */
export async function prove(parts: FactorParts, attempt: ProofAttempt): Promise<void> {
  const { db, recorder, clock, live } = parts
  const { userId, sessionId, orgId } = attempt.caller
  const by = await check(parts, attempt)
  const at = iso(clock())
  const isProved = await db.transaction(async (queries) => {
    const proved = await queries
      .updateTable('user_sessions')
      .set({ proved_at: at, ...(by !== 'password' && { factor_proved_at: at, factor_proved_by: by }) })
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    await recorder.record({ kind: 'session.proved', orgId, actorId: userId, sessionId, by })
    return proved !== undefined
  })
  await live.forget({ userId, sessionId })
  if (!isProved) throw new Problem('unauthenticated')
}

async function check(parts: FactorParts, { request, caller, proof }: ProofAttempt): Promise<'password' | SecondFactor> {
  const { password, code, assertion } = proof
  if ([password, code, assertion].filter((given) => given !== undefined).length !== 1) throw oneProof()
  if (password !== undefined) {
    const { email } = await readOwner(parts.db, caller.userId)
    const { id } = await parts.verifyPassword(request, email, password)
    if (id !== caller.userId) throw new Problem('invalid_credentials')
    return 'password'
  }
  if (code !== undefined) {
    const method = codeFactorOf(code)
    await parts.proofs.byCode(caller.userId, method, code)
    return method
  }
  await checkPasskey(parts, { request, caller, proof })
  return 'passkey'
}

async function checkPasskey(parts: FactorParts, { request, caller, proof }: ProofAttempt): Promise<void> {
  const { challenges, proofs } = parts
  const challenge = await challenges.attempt(proofOf(caller))
  const nonce = challenge === undefined ? undefined : await challenges.takeNonce(challenge)
  if (nonce === undefined) throw new Problem('invalid_passkey')
  const { assertion = {} } = proof
  await proofs.byPasskey({ assertion, userId: caller.userId, party: parts.partyOf(request), nonce })
}

async function hasIdentity({ db }: FactorParts, userId: string): Promise<boolean> {
  const identity = await db
    .selectFrom('external_identities')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return identity !== undefined
}

function proofOf({ sessionId }: Caller): ChallengeKey {
  const purpose = 'passkey_proof'
  return { holder: sessionHolder(sessionId, purpose), purpose }
}

function oneProof(): Problem {
  return new Problem('invalid_input', {
    detail: { en: 'Provide one proof: password, code or assertion.', zh: '请提供一种验证：密码、验证码或通行密钥。' },
  })
}
