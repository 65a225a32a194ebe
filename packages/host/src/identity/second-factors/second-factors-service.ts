import { Problem } from '@host/plugin'
import type { PasskeyEntry, SecondFactorsService, SecurityState, WebAuthnMessage } from '@host/plugin/platform'
import { requestCaller } from '../../request/request-state.ts'
import type { Caller } from '../../request/caller.ts'
import { newSecretToken } from '../secret-token.ts'
import { provedUntil } from '../sessions/session-life.ts'
import { sessionHolder, type ChallengeKey } from '../sign-in/challenges.ts'
import { holdAccount } from '../sign-in/hold-account.ts'
import { hasSecondFactor, isSecondFactorRequired } from '../sign-in/needs-second-factor.ts'
import { requireAnotherMethod } from '../sign-in/require-another-method.ts'
import { iso } from '../../support/time.ts'
import { codeKey } from '../throttle-budgets.ts'
import type { FactorParts } from './factor-parts.ts'
import { readOwner } from './factor-owner.ts'
import { creationOptions, verifyCreation } from './passkey-ceremonies.ts'
import { deletePasskey, insertPasskey, passkeyEntry, requireRoomFor } from './passkey-store.ts'
import { beginProof, prove } from './prove.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { activateTotp, deactivateTotp } from './totp-apps.ts'
import { totpUri } from './totp-code.ts'

/** Makes the service `SecondFactors`. */
export function secondFactorsService(parts: FactorParts): SecondFactorsService {
  const { apps, passkeys } = parts
  return Object.freeze({
    read: (request) => read(parts, callerOf(request)),
    beginProof: (request) => beginProof(parts, request, callerOf(request)),
    prove: (request, proof) => prove(parts, { request, caller: callerOf(request), proof }),
    beginTotp: async (request) => {
      const { userId } = callerOf(request)
      const { email } = await readOwner(parts.db, userId)
      const secret = await apps.begin(userId)
      return { secret, uri: totpUri(secret, { issuer: parts.partyOf(request).id, account: email }) }
    },
    confirmTotp: (request, code) => confirmTotp(parts, callerOf(request), code),
    removeTotp: (request) => removeTotp(parts, callerOf(request)),
    renewRecoveryCodes: (request) => renewRecoveryCodes(parts, callerOf(request)),
    beginPasskey: (request) => beginPasskey(parts, request, callerOf(request)),
    addPasskey: (request, { name, attestation }) => addPasskey(parts, request, { name, attestation }),
    renamePasskey: async (request, id, name) => {
      const caller = callerOf(request)
      const renamed = await passkeys.rename(caller.userId, id, name)
      await parts.recorder.record({ kind: 'passkey.renamed', ...ownOf(caller), passkeyId: id, name })
      return passkeyEntry(renamed)
    },
    removePasskey: (request, id) => removePasskey(parts, callerOf(request), id),
  } satisfies SecondFactorsService)
}

function callerOf(request: Request): Caller {
  const caller = requestCaller(request)
  if (caller === undefined || caller.tokenId !== undefined) throw new Problem('unauthenticated')
  return caller
}

async function read(parts: FactorParts, { userId, orgId, provedAt }: Caller): Promise<SecurityState> {
  const { db, passkeys, proofs, clock } = parts
  const since = await proofs.totpSince(userId)
  const until = provedUntil(provedAt, clock())
  return {
    hasPassword: (await readOwner(db, userId)).hasPassword,
    totp: { isOn: since !== null, since },
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
    passkeys: (await passkeys.list(userId)).map(passkeyEntry),
    isSecondFactorRequired: await isSecondFactorRequired(db, orgId),
    provedUntil: until === undefined ? null : iso(until),
  }
}

async function confirmTotp(parts: FactorParts, caller: Caller, code: string): Promise<readonly string[]> {
  const { apps, recorder, changes, clock, throttle } = parts
  const { userId } = caller
  if (!(await apps.isPending(userId))) throw notBegun()
  const confirmed = await throttle.try(codeKey('totp', userId), () => apps.compare(userId, code.replaceAll(/\s/g, '')))
  if (confirmed === undefined) throw new Problem('invalid_code')
  const since = iso(clock())
  return await changes.change(caller, async (db) => {
    if (!(await activateTotp(db, userId, { ...confirmed, since }))) throw notBegun()
    const codes = await replaceRecoveryCodes(db, userId, since)
    await changes.proved(db, caller, { by: 'totp', at: since })
    await recorder.record({ kind: 'second_factor.enabled', ...ownOf(caller) })
    return codes
  })
}

async function removeTotp({ recorder, changes }: FactorParts, caller: Caller): Promise<void> {
  await changes.change(caller, async (db) => {
    if (!(await deactivateTotp(db, caller.userId))) throw new Problem('not_found')
    await recorder.record({ kind: 'second_factor.disabled', ...ownOf(caller) })
  })
}

/** Nothing else about the account changes, so its sessions stay. */
async function renewRecoveryCodes({ db, recorder, clock }: FactorParts, caller: Caller): Promise<readonly string[]> {
  return await db.transaction(async (queries) => {
    await holdAccount(queries, caller)
    if (!(await hasSecondFactor(queries, caller.userId))) {
      throw new Problem('conflict', {
        detail: {
          en: 'Recovery codes need a second factor.',
          zh: '尚未启用第二因素，无需恢复代码。',
        },
        nextStep: { en: 'Set up an authenticator app or a passkey first.', zh: '请先设置身份验证器应用或通行密钥。' },
      })
    }
    await recorder.record({ kind: 'recovery_codes.renewed', ...ownOf(caller) })
    return await replaceRecoveryCodes(queries, caller.userId, iso(clock()))
  })
}

async function beginPasskey(parts: FactorParts, request: Request, caller: Caller): Promise<WebAuthnMessage> {
  const { db, challenges, passkeys } = parts
  const known = await passkeys.list(caller.userId)
  requireRoomFor(known.length)
  const { email, name } = await readOwner(db, caller.userId)
  const nonce = newSecretToken()
  const handle = known[0]?.user_handle ?? newSecretToken()
  await challenges.begin(setUpOf(caller), { user_id: caller.userId, nonce, user_handle: handle })
  const owned = known.map(({ credential_id: credentialId, transports }) => ({ credentialId, transports }))
  return await creationOptions({ party: parts.partyOf(request), nonce }, { email, name, handle, passkeys: owned })
}

async function addPasskey(
  parts: FactorParts,
  request: Request,
  { name, attestation }: { readonly name: string; readonly attestation: WebAuthnMessage },
): Promise<PasskeyEntry> {
  const { recorder, challenges, changes, clock } = parts
  const caller = callerOf(request)
  const challenge = await challenges.attempt(setUpOf(caller))
  const { nonce = null, user_handle: handle = null } = challenge ?? {}
  if (challenge === undefined || nonce === null || handle === null) throw new Problem('invalid_passkey')
  if (!(await challenges.take(challenge.id))) throw new Problem('invalid_passkey')
  const made = await verifyCreation(attestation, { party: parts.partyOf(request), nonce })
  const passkey = { userId: caller.userId, handle, name, createdAt: iso(clock()), made }
  return await changes.change(caller, async (db) => {
    const owned = await db.selectFrom('passkeys').select('id').where('user_id', '=', caller.userId).execute()
    requireRoomFor(owned.length)
    const added = await insertPasskey(db, passkey)
    await changes.proved(db, caller, { by: 'passkey', at: passkey.createdAt })
    await recorder.record({ kind: 'passkey.added', ...ownOf(caller), passkeyId: added.id, name })
    return passkeyEntry(added)
  })
}

async function removePasskey({ recorder, changes }: FactorParts, caller: Caller, id: string): Promise<void> {
  await changes.change(caller, async (db) => {
    const { name } = await deletePasskey(db, caller.userId, id)
    await requireAnotherMethod(db, caller.userId)
    await recorder.record({ kind: 'passkey.removed', ...ownOf(caller), passkeyId: id, name })
  })
}

/** A change by a user of their own account. */
function ownOf({ userId }: Caller) {
  return { actorId: userId, userId }
}

function setUpOf({ sessionId }: Caller): ChallengeKey {
  const purpose = 'passkey_set_up'
  return { holder: sessionHolder(sessionId, purpose), purpose }
}

function notBegun(): Problem {
  return new Problem('conflict', {
    detail: {
      en: 'The setup expired or was started in another session.',
      zh: '设置尚未开始，或已超过 15 分钟。',
    },
    nextStep: { en: 'Start over with a new QR code.', zh: '请重新开始并扫描新的二维码。' },
  })
}
