/** Whether a second factor is right, wherever it is asked for; every use and every refusal is in the audit log. */
import { Problem } from '@host/plugin'
import type { SecondFactor, WebAuthnMessage } from '@host/plugin/platform'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
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
  readonly recorder: ChangeRecorder
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
    const { db, apps, recorder, throttle } = this.#options
    const code = text.replaceAll(/\s/g, '')
    const use = (): Promise<boolean> => (method === 'totp' ? apps.use(userId, code) : useRecoveryCode(db, userId, code))
    const isRight = await throttle.try(codeKey(method, userId), async () => (await use()) || undefined)
    if (isRight === true) await recorder.record({ kind: 'second_factor.used', actorId: userId, userId, method })
    else await recorder.record({ kind: 'second_factor.refused', userId, method })
    if (isRight !== true) throw new Problem('invalid_code')
  }

  /** @throws Problem `invalid_passkey` */
  async byPasskey(answer: PasskeyAnswer): Promise<StoredPasskey> {
    const { recorder, clock, passkeys } = this.#options
    const passkey = await this.#named(answer)
    const refuse = async (reason: 'answer' | 'counter'): Promise<void> => {
      const { user_id: userId, id: passkeyId } = passkey
      await recorder.record({ kind: 'passkey.refused', userId, passkeyId, reason })
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
    await recorder.record({ kind: 'passkey.used', actorId, passkeyId: id })
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
    await this.#options.recorder.record({ kind: 'passkey.refused', userId, reason: 'unknown' })
    throw new Problem('invalid_passkey')
  }
}

/** The kind of a typed code. */
export function codeFactorOf(code: string): CodeFactor {
  return isTotpCode(code.replaceAll(/\s/g, '')) ? 'totp' : 'recovery'
}
