/**
 * The first instance admin: created once in the life of a database, by the holder of the set-up link or by
 * configuration.
 *
 *   no admin ── firstRun, not configured ─────► link printed, hash of its token stored
 *            ── firstRun, configured ─────────► admin
 *   link printed ── setUp with its token ─────► admin
 *   admin ── setUp ───────────────────────────► 410, for ever
 *
 * Two simultaneous set-ups create one admin: the row `set_up` of `instance_settings` has a unique key and is inserted
 * in the transaction that creates the account, so the second one conflicts, on every database and from every process. A
 * new start makes a new link and voids the old one, except the start after a failed restore: the page that ordered it
 * still has the old one, and shows the reason.
 */
import { Problem, type Queries, type Wording } from '@host/plugin'
import type { SetUpInput } from '@host/plugin/platform'
import type { FirstAdmin } from '../identity.ts'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { HostDatabase, HostTables } from '../models.ts'
import { hashSecretToken, matchesHash, newSecretToken } from '../secret-token.ts'
import { iso } from '../../support/time.ts'
import { createWorkspace } from '../workspaces/create-workspace.ts'
import { addressTaken, draftAccount, type AccountDraft } from './account-draft.ts'
import { draftFirstAdmin } from './first-admin.ts'
import { insertAccount, type AccountStore } from './account-store.ts'
import type { PasswordHasher } from './password-hash.ts'

/** Options of the set-up. */
export interface SetUpOptions {
  readonly db: HostDatabase
  readonly accounts: AccountStore
  readonly passwords: PasswordHasher
  readonly clock: () => number
  readonly recorder: ChangeRecorder
}

const doneKey = 'set_up'
const tokenKey = 'set_up_token'
const failureKey = 'restore_failure'
const longestReason = 2_000

export class SetUp {
  readonly #options: SetUpOptions
  #isDone = false

  constructor(options: SetUpOptions) {
    this.#options = options
  }

  async isNeeded(): Promise<boolean> {
    this.#isDone ||= await this.#options.accounts.hasInstanceAdmin()
    return !this.#isDone
  }

  /** Makes the configured admin, else the token of a set-up link, unless there is an admin already. */
  async firstRun(firstAdmin: FirstAdmin | undefined, failedRestore?: Wording): Promise<string | undefined> {
    if (!(await this.isNeeded())) return undefined
    if (firstAdmin === undefined) return this.#prepare(failedRestore)
    try {
      await this.#make(draftFirstAdmin(firstAdmin), firstAdmin.workspace)
    } catch (error) {
      // A process that started at the same time was quicker.
      if (!(error instanceof Problem && error.code === 'gone')) throw error
    }
    return undefined
  }

  /** @throws Problem `gone`, `unauthenticated`, `invalid_input` */
  async setUp(input: SetUpInput): Promise<{ readonly userId: string; readonly orgId: string }> {
    await this.requireToken(input.token)
    return this.#make(draftAccount(input), input.workspace)
  }

  /** @throws Problem `gone` once an instance admin exists, `unauthenticated` for a wrong token */
  async requireToken(token: string): Promise<void> {
    if (!(await this.isNeeded())) throw new Problem('gone')
    const hash = await this.#hash()
    if (hash !== undefined && matchesHash(token, hash)) return
    throw (await this.isNeeded()) ? wrongToken() : new Problem('gone')
  }

  /** Reason why the last restore failed. */
  async restoreFailure(): Promise<Wording | undefined> {
    const { reason, zh } = (await this.#read(failureKey)) as { readonly reason?: unknown; readonly zh?: unknown }
    if (typeof reason !== 'string') return undefined
    return typeof zh === 'string' ? { en: reason, zh } : reason
  }

  async forgetRestoreFailure(): Promise<void> {
    await this.#options.db.deleteFrom('instance_settings').where('key', '=', failureKey).execute()
  }

  /** Makes a new link, or keeps the old one after a failed restore. */
  async #prepare(failedRestore: Wording | undefined): Promise<string | undefined> {
    if (failedRestore !== undefined && (await this.#hash()) !== undefined) {
      await this.#write(failureKey, storedFailure(failedRestore))
      return undefined
    }
    await this.forgetRestoreFailure()
    const token = newSecretToken()
    await this.#write(tokenKey, { hash: hashSecretToken(token) })
    return token
  }

  async #hash(): Promise<string | undefined> {
    const { hash } = (await this.#read(tokenKey)) as { readonly hash?: unknown }
    return typeof hash === 'string' ? hash : undefined
  }

  async #read(key: string): Promise<object> {
    const { db } = this.#options
    const row = await db.selectFrom('instance_settings').select('value').where('key', '=', key).executeTakeFirst()
    return row?.value ?? {}
  }

  async #write(key: string, value: object): Promise<void> {
    await this.#options.db
      .insertInto('instance_settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
  }

  async #make(draft: AccountDraft, workspace: string): Promise<{ readonly userId: string; readonly orgId: string }> {
    const { passwords, clock, recorder } = this.#options
    const passwordHash = await passwords.hash(draft.password)
    const createdAt = iso(clock())
    const made = await this.#options.db.transaction(async (db) => {
      if (!(await markDone(db, createdAt))) throw new Problem('gone')
      const user = await insertAccount(db, { ...draft, passwordHash, isInstanceAdmin: true, createdAt })
      if (user === undefined) throw new Problem('conflict', { detail: addressTaken })
      const { id: userId, email, name } = user
      await recorder.record({ kind: 'instance.set_up', userId, email, name })
      const { id: orgId } = await createWorkspace(db, { name: workspace, ownerId: userId, createdAt }, recorder)
      return { userId, orgId }
    })
    this.#isDone = true
    return made
  }
}

function wrongToken(): Problem {
  return new Problem('unauthenticated', {
    detail: { en: 'This setup link is out of date.', zh: '这不是最新的设置链接。' },
    nextStep: {
      en: 'Open the newest link that the host printed at start.',
      zh: '请打开服务最近一次启动时输出的链接。',
    },
  })
}

async function markDone(db: Queries<HostTables>, at: string): Promise<boolean> {
  const marked = await db
    .insertInto('instance_settings')
    .values({ key: doneKey, value: { at } })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (marked !== undefined) {
    await db.deleteFrom('instance_settings').where('key', 'in', [tokenKey, failureKey]).execute()
  }
  return marked !== undefined
}

/** A reason of one language is shown to readers of both. */
function storedFailure(reason: Wording): { readonly reason: string; readonly zh?: string } {
  if (typeof reason === 'string') return { reason: reason.slice(0, longestReason) }
  return { reason: reason.en.slice(0, longestReason), zh: reason.zh.slice(0, longestReason) }
}
