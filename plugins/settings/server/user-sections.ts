import type { InstanceTables, PluginContext, ScopedDatabase } from '@host/plugin'
import type { Tables } from './models.ts'

/** Personal settings of users. They belong to the user and to no workspace. */
export class UserSections {
  readonly #ctx: PluginContext<Tables>
  #db: ScopedDatabase<InstanceTables<Tables>> | undefined

  constructor(ctx: PluginContext<Tables>) {
    this.#ctx = ctx
  }

  /** Undefined until the person has saved the section. */
  async read(userId: string, section: string): Promise<unknown> {
    const row = await this.#sections
      .selectFrom('settings_of_users')
      .select('value')
      .where('user_id', '=', userId)
      .where('section', '=', section)
      .executeTakeFirst()
    return row?.value
  }

  async save(userId: string, section: string, value: unknown): Promise<void> {
    await this.#sections
      .insertInto('settings_of_users')
      .values({ user_id: userId, section, value })
      .onConflict((conflict) => conflict.columns(['user_id', 'section']).doUpdateSet({ value }))
      .execute()
  }

  async erase(userId: string): Promise<void> {
    await this.#sections.deleteFrom('settings_of_users').where('user_id', '=', userId).execute()
  }

  /** Opened once, at the first use: every opening is a line of the log. */
  get #sections(): ScopedDatabase<InstanceTables<Tables>> {
    return (this.#db ??= this.#ctx.db.asInstance('read and save the settings of a user'))
  }
}
