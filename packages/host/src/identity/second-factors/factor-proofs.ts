/** Whether a second factor is right, wherever it is asked for; every use and every refusal is in the audit log. */
import { Problem } from '@host/plugin'
import type { SecondFactor, WebAuthnMessage } from '@host/plugin/platform'
import type { IdentityAudit } from '../identity-audit.ts'
import type { HostDatabase } from '../models.ts'
import type { Throttle } from '../../security/throttle/throttle.ts'
import { codeKey } from '../throttle-budgets.ts'
import { verifyAssertion, type Expected } from './passkey-ceremonies.ts'
import type { PasskeyStore, StoredPasskey } from './passkey-store.ts'
import { countRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import type { TotpApps } from './totp-apps.ts'
import { isTotpCode } from './totp-code.ts'

/** Options of proofs. */
export interface FactorProofsOptions {
  readonly db: HostDatabase
  readonly audit: IdentityAudit
  readonly clock: () => number
  readonly apps: TotpApps
  readonly passkeys: PasskeyStore
  readonly throttle: Throttle
}

/** A second factor that is a code. */
export type CodeFactor = Exclude<SecondFactor, 'passkey'>

/** A passkey's signature, with its expected facts. */
export interface PasskeyAnswer extends Expected {
  readonly assertion: WebAuthnMessage
  /** Undefined where the passkey names its account itself. */
  readonly userId: string | undefined
}

export class FactorProofs {
  readonly #options: FactorProofsOptions

  constructor(options: FactorProofsOptions) {
    this.#options = options
  }

  /** The second factors of an account; recovery codes stand in for another one, so alone they are none. */
  async methodsOf(userId: string): Promise<readonly SecondFactor[]> {
    const { db, passkeys } = this.#options
    const methods: SecondFactor[] = []
    if ((await this.totpSince(userId)) !== null) methods.push('totp')
    if ((await passkeys.list(userId)).length > 0) methods.push('passkey')
    if (methods.length > 0 && (await countRecoveryCodes(db, userId)) > 0) methods.push('recovery')
    return methods
  }

  /** Since when the authenticator app of an account is on; null when it is off. */
  async totpSince(userId: string): Promise<string | null> {
    const app = await this.#options.db
      .selectFrom('totp_apps')
      .select('active_since as since')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return app?.since ?? null
  }

  /** @throws Problem `invalid_code`, `too_many_requests` */
  async byCode(userId: string, method: CodeFactor, text: string): Promise<void> {
    const { db, apps, audit, throttle } = this.#options
    const code = text.replaceAll(/\s/g, '')
    const use = (): Promise<boolean> => (method === 'totp' ? apps.use(userId, code) : useRecoveryCode(db, userId, code))
    const isRight = await throttle.try(codeKey(method, userId), async () => (await use()) || undefined)
    const entry = { orgId: undefined, target: `user:${userId}`, after: { method } }
    if (isRight === true) await audit.record({ ...entry, actorId: userId, action: 'second_factor.used' })
    else await audit.record({ ...entry, action: 'second_factor.refused' })
    if (isRight !== true) throw new Problem('invalid_code')
  }

  /** @throws Problem `invalid_passkey` */
  async byPasskey(answer: PasskeyAnswer): Promise<StoredPasskey> {
    const { audit, clock, passkeys } = this.#options
    const passkey = await this.#named(answer)
    const refuse = async (reason: string): Promise<void> => {
      const target = `user:${passkey.user_id}`
      await audit.record({
        orgId: undefined,
        action: 'passkey.refused',
        target,
        after: { passkey: passkey.id, reason },
      })
    }
    const known = { credentialId: passkey.credential_id, publicKey: passkey.public_key }
    const use = await verifyAssertion(answer.assertion, answer, known).catch(async (error: unknown) => {
      await refuse('answer')
      throw error
    })
    if (!(await passkeys.use(passkey, use, clock()))) {
      await refuse('counter')
      throw new Problem('invalid_passkey')
    }
    const { id, user_id: actorId } = passkey
    await audit.record({ orgId: undefined, actorId, action: 'passkey.used', target: `passkey:${id}` })
    return passkey
  }

  /** The passkey that an answer names; one that names its account has to name the right one. */
  async #named({ assertion, userId }: PasskeyAnswer): Promise<StoredPasskey> {
    const { id, response } = assertion
    const { userHandle = null } = (response ?? {}) as { readonly userHandle?: unknown }
    const passkey = typeof id === 'string' ? await this.#options.passkeys.find(id) : undefined
    const isAsked = userId === undefined ? userHandle !== null : userId === passkey?.user_id
    const isNamed = userHandle === null || userHandle === passkey?.user_handle
    if (passkey !== undefined && isAsked && isNamed) return passkey
    const target = userId === undefined ? undefined : `user:${userId}`
    await this.#options.audit.record({
      orgId: undefined,
      action: 'passkey.refused',
      target,
      after: { reason: 'unknown' },
    })
    throw new Problem('invalid_passkey')
  }
}

/** The kind of a typed code. */
export function codeFactorOf(code: string): CodeFactor {
  return isTotpCode(code.replaceAll(/\s/g, '')) ? 'totp' : 'recovery'
}
