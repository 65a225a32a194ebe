import type { Queries } from '@host/plugin'
import type { SettingsDatabase, SettingsTables } from './models.ts'
import { placeOf, type SettingsPlace } from './settings-place.ts'

/** Values by field. */
export type Fields = Readonly<Record<string, unknown>>

/** The stored values of a section. */
export interface StoredSection {
  readonly plain: Fields
  readonly sealed: Readonly<Record<string, string>>
}

/** The stored values now, and the revision needed to replace them. */
export interface CurrentSection extends StoredSection {
  /** 0 when nothing is stored. */
  readonly revision: number
}

type SettingsQueries = Queries<SettingsTables>

const nothing: CurrentSection = Object.freeze({ plain: {}, sealed: {}, revision: 0 })

/** The rows of declared settings. */
export class SettingsStore {
  readonly #db: SettingsDatabase
  readonly #clock: () => number

  /** @param clock milliseconds since 1970 */
  constructor(db: SettingsDatabase, clock: () => number) {
    this.#db = db
    this.#clock = clock
  }

  async read(place: SettingsPlace): Promise<CurrentSection> {
    const row = await this.#db
      .selectFrom('host_settings')
      .select(['plain', 'sealed', 'revision'])
      .where('org_id', '=', place.orgId)
      .where('owner', '=', place.owner)
      .where('plugin', '=', place.plugin)
      .executeTakeFirst()
    return row ?? nothing
  }

  /**
   * Replaces the section that was read, together with the writes of `beside`.
   * @returns false when another writer was faster; nothing has changed then
   */
  async replace(
    place: SettingsPlace,
    { revision, next, beside }: { readonly revision: number; readonly next: StoredSection; beside(): Promise<void> },
  ): Promise<boolean> {
    const values = { ...next, changed_at: new Date(this.#clock()).toISOString() }
    return await this.#db.transaction(async (queries) => {
      const isOurs =
        revision === 0 ? await insert(queries, place, values) : await update(queries, place, { ...values, revision })
      if (isOurs) await beside()
      return isOurs
    })
  }

  /** Erases a user's personal settings. */
  async eraseUser(userId: string): Promise<void> {
    const { orgId, owner } = placeOf('', { kind: 'user', userId })
    await this.#db.deleteFrom('host_settings').where('org_id', '=', orgId).where('owner', '=', owner).execute()
  }
}

interface Written extends StoredSection {
  readonly changed_at: string
}

async function insert(queries: SettingsQueries, place: SettingsPlace, values: Written): Promise<boolean> {
  const inserted = await queries
    .insertInto('host_settings')
    .values({ org_id: place.orgId, owner: place.owner, plugin: place.plugin, ...values })
    .onConflict((conflict) => conflict.columns(['org_id', 'owner', 'plugin']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

async function update(
  queries: SettingsQueries,
  place: SettingsPlace,
  { revision, ...values }: Written & { readonly revision: number },
): Promise<boolean> {
  const updated = await queries
    .updateTable('host_settings')
    .set({ ...values, revision: revision + 1 })
    .where('org_id', '=', place.orgId)
    .where('owner', '=', place.owner)
    .where('plugin', '=', place.plugin)
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
