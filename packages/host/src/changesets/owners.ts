import type { ChangeStep } from '@host/plugin'
import type { ChangesetDatabase, ChangesetQueries } from './models.ts'
import type { PartTarget } from './plugin-calls.ts'

/** Owner of a key. */
export interface KeyOwner {
  readonly plugin: string
  readonly note: string | null
}

/** An applied part whose planner owns its keys. */
export interface OwnedPart extends PartTarget {
  readonly orgId: string
  readonly steps: readonly ChangeStep[]
}

/** A changeset that makes its plugin the owner of the keys it changes. */
export interface OwningChangeset {
  readonly id: string
  readonly plugin: string
  readonly note: string | null
}

/** Keys of one statement. */
const batch = 500

/** Owners of the keys of targets. */
export class Owners {
  readonly #db: ChangesetDatabase

  constructor(db: ChangesetDatabase) {
    this.#db = db
  }

  async of(orgId: string, { plugin, kind, target }: PartTarget): Promise<ReadonlyMap<string, KeyOwner>> {
    const rows = await this.#db
      .selectFrom('host_change_owners')
      .select(['key', 'owner', 'note'])
      .where('org_id', '=', orgId)
      .where('plugin', '=', plugin)
      .where('kind', '=', kind)
      .where('target', '=', target)
      .execute()
    return new Map(rows.map(({ key, owner, note }) => [key, { plugin: owner, note }]))
  }

  /** Records the owner of the keys of an applied part; deleted values have none. */
  async record(queries: ChangesetQueries, part: OwnedPart, by: OwningChangeset | undefined): Promise<void> {
    const gone = part.steps.filter(({ after }) => by !== undefined || after === null)
    await this.#remove(queries, part, { keys: gone.map(({ key }) => key) })
    if (by === undefined) return
    const { orgId, plugin, kind, target } = part
    const kept = part.steps.filter(({ after }) => after !== null)
    for (const keys of batches(kept.map(({ key }) => key))) {
      const owner = { owner: by.plugin, note: by.note, changeset_id: by.id }
      const rows = keys.map((key) => ({ org_id: orgId, plugin, kind, target, key, ...owner }))
      await queries.insertInto('host_change_owners').values(rows).execute()
    }
  }

  /** Forgets the owners that a reverted changeset recorded. */
  async forget(queries: ChangesetQueries, orgId: string, changesetId: string): Promise<void> {
    await queries
      .deleteFrom('host_change_owners')
      .where('org_id', '=', orgId)
      .where('changeset_id', '=', changesetId)
      .execute()
  }

  /** Removes owners of keys, or of the whole target. */
  async release(orgId: string, target: PartTarget, keys: readonly string[] | undefined): Promise<void> {
    await this.#db.transaction((queries) => this.#remove(queries, { ...target, orgId }, { keys }))
  }

  async #remove(
    queries: ChangesetQueries,
    { orgId, plugin, kind, target }: Omit<OwnedPart, 'steps'>,
    { keys }: { readonly keys: readonly string[] | undefined },
  ): Promise<void> {
    const all = queries
      .deleteFrom('host_change_owners')
      .where('org_id', '=', orgId)
      .where('plugin', '=', plugin)
      .where('kind', '=', kind)
      .where('target', '=', target)
    if (keys === undefined) await all.execute()
    else for (const some of batches(keys)) await all.where('key', 'in', some).execute()
  }
}

function batches(keys: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(keys.length / batch)
  return Array.from({ length: count }, (_, place) => keys.slice(place * batch, (place + 1) * batch))
}
