import type { PluginContext, ScopedDatabase } from '@host/plugin'
import { mailChannel } from '../../shared/schemas.ts'
import type { EmailKind } from '../emails/email-link.ts'
import type { AllTables, CategoryRoute, Tables } from '../models.ts'
import { defaultRoute } from '../delivery/delivery-channels.ts'
import type { Categories, KnownCategory } from './categories.ts'

type Choices = Readonly<Record<string, CategoryRoute>>

/** Removes email from a user's delivery channels and keeps all others. */
export class EndedEmails {
  readonly #ctx: PluginContext<Tables>
  readonly #categories: Categories
  #db: ScopedDatabase<AllTables> | undefined

  constructor(ctx: PluginContext<Tables>, categories: Categories) {
    this.#ctx = ctx
    this.#categories = categories
  }

  /** Whether a user receives such emails. */
  async isOn(kind: EmailKind): Promise<boolean> {
    const row = await this.#people
      .selectFrom('users as u')
      .leftJoin('notifications_people as p', 'p.user_id', 'u.id')
      .select(['u.id', 'p.choices'])
      .where('u.id', '=', kind.userId)
      .executeTakeFirst()
    return row !== undefined && this.#mailed(kind, row.choices ?? {}).length > 0
  }

  /** Ends such emails, once: what is off stays off and is recorded only once. */
  async end(kind: EmailKind): Promise<void> {
    const { userId } = kind
    const ended = await this.#people.transaction(async (db) => {
      const user = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
      if (user === undefined) return []
      await db
        .insertInto('notifications_people')
        .values({ user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      // Locked, so that of two links at once each takes away its own.
      const person = await db
        .selectFrom('notifications_people')
        .select('choices')
        .where('user_id', '=', userId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const known = person.choices ?? {}
      const mailed = this.#mailed(kind, known)
      const choices = { ...known, ...Object.fromEntries(mailed.map((one) => [one.key, withoutMail(one, known)])) }
      await db.updateTable('notifications_people').set({ choices }).where('user_id', '=', userId).execute()
      return mailed.map(({ key }) => key)
    })
    if (ended.length > 0) await this.#record(userId, ended)
  }

  /** The holder of the link is unknown: the email may have been forwarded. */
  async #record(userId: string, categories: readonly string[]): Promise<void> {
    await this.#ctx.audit.record({
      orgId: undefined,
      actor: { kind: 'anonymous' },
      action: 'letters.ended',
      target: `user:${userId}`,
      after: { categories },
    })
  }

  /** The categories of a link that come by mail. A summary has none that is urgent. */
  #mailed({ category }: EmailKind, choices: Choices): readonly KnownCategory[] {
    return this.#categories
      .list()
      .filter((one) => (category === null ? one.isUrgent !== true : one.key === category))
      .filter((one) => comesByMail(one, choices))
  }

  get #people(): ScopedDatabase<AllTables> {
    return (this.#db ??= this.#ctx.db.asInstance('unsubscribe with the link in an email'))
  }
}

/** Whether notifications of a category are sent to a user by email. */
export function comesByMail(category: Pick<KnownCategory, 'key' | 'byMail'>, choices: Choices | null): boolean {
  return routeOf(category, choices ?? {}).channels.includes(mailChannel)
}

function withoutMail(category: KnownCategory, choices: Choices): CategoryRoute {
  const { inbox, channels } = routeOf(category, choices)
  return { inbox, channels: channels.filter((channel) => channel !== mailChannel) }
}

function routeOf(category: Pick<KnownCategory, 'key' | 'byMail'>, choices: Choices): CategoryRoute {
  return choices[category.key] ?? defaultRoute(category)
}
