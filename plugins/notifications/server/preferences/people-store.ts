import type { Language, PluginContext } from '@host/plugin'
import type { AllDatabase, CategoryRoute, Tables } from '../models.ts'
import type { Digest, QuietHours } from './own-preferences.ts'

/** Saved preferences of a user. */
export interface SavedChoices {
  readonly time_zone: string
  readonly quiet_hours: QuietHours | null
  readonly digest: Digest
  readonly choices: Readonly<Record<string, CategoryRoute>>
}

/** Workspaces of a user that are asked whether they send emails. */
const mostWorkspaces = 50

/** How people want to be notified, and in which language. */
export class PeopleStore {
  readonly #ctx: PluginContext<Tables>
  #db: AllDatabase | undefined

  constructor(ctx: PluginContext<Tables>, db?: AllDatabase) {
    this.#ctx = ctx
    this.#db = db
  }

  /** The same as a part of a transaction. */
  on(db: AllDatabase): PeopleStore {
    return new PeopleStore(this.#ctx, db)
  }

  async read(userId: string) {
    return await this.#people
      .selectFrom('notifications_people')
      .select(['language', 'time_zone', 'quiet_hours', 'digest', 'choices'])
      .where('user_id', '=', userId)
      .executeTakeFirst()
  }

  async save(userId: string, language: Language, chosen: SavedChoices): Promise<void> {
    await this.#people
      .insertInto('notifications_people')
      .values({ user_id: userId, language, ...chosen })
      .onConflict((conflict) => conflict.columns(['user_id']).doUpdateSet({ language, ...chosen }))
      .execute()
  }

  /** Stores the user's language; writes only when it has changed. */
  async noteLanguage(userId: string, language: Language): Promise<void> {
    const known = await this.#people
      .selectFrom('notifications_people')
      .select('language')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if ((known?.language ?? 'en') === language) return
    await this.#people
      .insertInto('notifications_people')
      .values({ user_id: userId, language })
      .onConflict((conflict) => conflict.columns(['user_id']).doUpdateSet({ language }))
      .execute()
  }

  /** Where emails to a user go; undefined for an address that is not known to be theirs, or an unknown user. */
  async mailOf(userId: string): Promise<string | undefined> {
    const user = await this.#people
      .selectFrom('users')
      .select(['email', 'is_email_verified', 'is_mailbox_proven', 'disabled_at'])
      .where('id', '=', userId)
      .executeTakeFirst()
    const isTheirs = user?.is_email_verified === true && user.is_mailbox_proven && user.disabled_at === null
    return isTheirs ? user.email : undefined
  }

  /** The first workspaces of a user. */
  async workspacesOf(userId: string): Promise<readonly string[]> {
    const memberships = this.#people.selectFrom('memberships').select('org_id').where('user_id', '=', userId)
    const rows = await memberships.orderBy('id').limit(mostWorkspaces).execute()
    return rows.map(({ org_id: orgId }) => orgId)
  }

  get #people(): AllDatabase {
    return (this.#db ??= this.#ctx.db.asInstance('notification settings of a user in all their workspaces'))
  }
}
