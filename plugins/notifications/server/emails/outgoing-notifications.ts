import type { Language, PluginContext } from '@host/plugin'
import { NotificationChannels } from '@host/plugin/platform'
import { mostNotifications } from '../inbox/most-notifications.ts'
import { instanceOrgId, type AllDatabase, type BothLanguages, type Tables } from '../models.ts'
import type { PeopleStore } from '../preferences/people-store.ts'

/** A notification on its way out, in the language of its reader. */
export interface Outgoing {
  readonly id: string
  readonly userId: string
  readonly orgId: string | undefined
  /** The key of its category. */
  readonly category: string
  readonly title: BothLanguages
  readonly body: BothLanguages | null
  /** The whole address of the page; undefined without one. */
  readonly url: string | undefined
  readonly language: Language
}

/** More notifications than this are not listed in one email. */
export const mostInDigest = 50

/** Reads notifications to send. One that its recipient has read meanwhile, or may no longer see, is not sent. */
export class OutgoingNotifications {
  readonly #ctx: PluginContext<Tables>
  readonly #people: PeopleStore
  #db: AllDatabase | undefined

  constructor(ctx: PluginContext<Tables>, people: PeopleStore, db?: AllDatabase) {
    this.#ctx = ctx
    this.#people = people
    this.#db = db
  }

  /** The same as a part of a transaction. */
  on(db: AllDatabase, people: PeopleStore): OutgoingNotifications {
    return new OutgoingNotifications(this.#ctx, people, db)
  }

  /**
   * A notification to send now. One that is in no inbox can't be read there, so it no longer suppresses its repeats.
   */
  async take(id: string): Promise<Outgoing | undefined> {
    const row = await this.#unread().where('n.id', '=', id).executeTakeFirst()
    if (row === undefined) return undefined
    if (!row.in_inbox) await this.#release([id])
    return this.#outgoing(row, await this.#languageOf(row.user_id))
  }

  /** Notifications for a user's next digest, oldest first. */
  async waiting(userId: string): Promise<readonly Outgoing[]> {
    const rows = await this.#unread()
      .where('n.user_id', '=', userId)
      .where('n.waits_for_digest', '=', true)
      .orderBy('n.id')
      .limit(mostNotifications)
      .execute()
    const language = await this.#languageOf(userId)
    return rows.map((row) => this.#outgoing(row, language))
  }

  /** Removes sent notifications from the next digest; one with a smaller ID may have been added since. */
  async sent(ids: readonly string[]): Promise<void> {
    await this.#release(ids)
    await this.#notifications
      .updateTable('notifications_notices')
      .set({ waits_for_digest: false })
      .where('id', 'in', ids)
      .execute()
  }

  async #release(ids: readonly string[]): Promise<void> {
    await this.#notifications
      .updateTable('notifications_notices')
      .set({ unread_as: null })
      .where('id', 'in', ids)
      .where('in_inbox', '=', false)
      .execute()
  }

  #outgoing(row: Awaited<ReturnType<OutgoingNotifications['rows']>>[number], language: Language): Outgoing {
    const { id, user_id: userId, org_id: orgId, slug, category, title, body, path } = row
    const isOfInstance = orgId === instanceOrgId
    // By way of the inbox, where it counts as read then.
    const page = isOfInstance ? `/instance${path ?? ''}` : `/admin/@${slug}/notifications?open=${id}`
    const url = path === null ? undefined : this.#ctx.lookup(NotificationChannels)?.addressOf(page)
    return { id, userId, orgId: isOfInstance ? undefined : orgId, category, title, body, url, language }
  }

  async #languageOf(userId: string): Promise<Language> {
    return (await this.#people.read(userId))?.language ?? 'en'
  }

  /** Its type, which the compiler makes of the query. */
  async rows() {
    return await this.#unread().execute()
  }

  #unread() {
    return this.#notifications
      .selectFrom('notifications_notices as n')
      .innerJoin('users as u', 'u.id', 'n.user_id')
      .leftJoin('memberships as m', (join) =>
        join.onRef('m.org_id', '=', 'n.org_id').onRef('m.user_id', '=', 'n.user_id'),
      )
      .leftJoin('workspaces as w', 'w.id', 'n.org_id')
      .where('n.read_at', 'is', null)
      .where('n.archived_at', 'is', null)
      .where('u.disabled_at', 'is', null)
      .where((where) =>
        where.or([
          where.and([where('m.id', 'is not', null), where('w.erase_at', 'is', null)]),
          where.and([where('n.org_id', '=', instanceOrgId), where('u.is_instance_admin', '=', true)]),
        ]),
      )
      .select(['n.id', 'n.user_id', 'n.org_id', 'n.category', 'n.title', 'n.body', 'n.path', 'n.in_inbox'])
      .select('w.slug')
  }

  get #notifications(): AllDatabase {
    return (this.#db ??= this.#ctx.db.asInstance('notifications to send by email and channels'))
  }
}
