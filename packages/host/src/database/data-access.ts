import type { AnyModel, DatabaseDoors, InstanceTables, ScopedDatabase, TablesOf } from '@host/plugin'
import type { Binding } from './compile/binding.ts'
import type { Database } from './database.ts'
import type { Transactor } from './transactor.ts'
import { BoundDatabase } from './bound-database.ts'
import { createCatalog, type ModelOwner, type Tables as CatalogTables } from './catalog.ts'
import { DatabaseError } from './database-error.ts'
import { TypeIds } from './type-id.ts'

/** A door out of a request's workspace that was opened. */
export interface OpenedDoor {
  readonly plugin: string
  readonly door: 'inWorkspace' | 'asInstance'
  readonly orgId?: string
  readonly reason: string
}

export interface DataAccessOptions {
  readonly database: Database
  /** Every owner of this build, the host among them; checked by preflight before. */
  readonly owners: readonly ModelOwner[]
  readonly onDoor: (opened: OpenedDoor) => void
  /** Milliseconds since 1970, for columns that are filled in; the machine's clock when left out. */
  readonly clock?: () => number
}

/** Hands out the database, always bound to an owner's tables and, for plugins, to a workspace. */
export class DataAccess {
  readonly #database: Database
  readonly #catalog: ReadonlyMap<string, CatalogTables>
  readonly #onDoor: (opened: OpenedDoor) => void
  readonly #ids = new TypeIds()
  readonly #clock: () => number

  constructor({ database, owners, onDoor, clock = Date.now }: DataAccessOptions) {
    this.#clock = clock
    this.#database = database
    this.#catalog = createCatalog(owners)
    this.#onDoor = onDoor
  }

  /** The host's own tables, over all workspaces, raw fragments included. @param on the database unless given */
  forHost<const Models extends readonly AnyModel[]>(
    models: Models,
    on: Transactor = this.#database,
  ): ScopedDatabase<InstanceTables<TablesOf<Models>>> {
    const owner = 'host'
    const tables = createCatalog([{ name: owner, models }]).get(owner) ?? new Map<string, never>()
    const binding = {
      dialect: this.#database.dialect,
      owner,
      tables,
      orgId: undefined,
      isTrusted: true,
      ids: this.#ids,
      clock: this.#clock,
    }
    return new BoundDatabase<InstanceTables<TablesOf<Models>>>(Object.freeze(binding), on)
  }

  /** A plugin's tables bound to the workspace that a guard or hook has proven. @param on the database unless given */
  inWorkspace<Tables>(plugin: string, orgId: string, on: Transactor = this.#database): ScopedDatabase<Tables> {
    if (typeof orgId !== 'string' || orgId === '') {
      throw new DatabaseError('query_refused', 'A workspace ID is required.')
    }
    return new BoundDatabase<Tables>(this.#binding(plugin, orgId), on)
  }

  /** A plugin's tables over all workspaces, for work of the instance. @param on the database unless given */
  asInstance<Tables>(plugin: string, on: Transactor = this.#database): ScopedDatabase<InstanceTables<Tables>> {
    return new BoundDatabase<InstanceTables<Tables>>(this.#binding(plugin, undefined), on)
  }

  /** The two logged doors of a plugin's context. */
  doors<Tables>(plugin: string): DatabaseDoors<Tables> {
    return Object.freeze<DatabaseDoors<Tables>>({
      inWorkspace: (orgId, reason) => {
        this.#open({ plugin, door: 'inWorkspace', orgId, reason })
        return this.inWorkspace<Tables>(plugin, orgId)
      },
      asInstance: (reason) => {
        this.#open({ plugin, door: 'asInstance', reason })
        return this.asInstance<Tables>(plugin)
      },
    })
  }

  #open(opened: OpenedDoor): void {
    if (typeof opened.reason !== 'string' || opened.reason.trim() === '') {
      throw new DatabaseError(
        'query_refused',
        `ctx.db.${opened.door} of ${opened.plugin} needs a reason: describe the purpose in a few words.`,
      )
    }
    this.#onDoor(Object.freeze(opened))
  }

  #binding(owner: string, orgId: string | undefined): Binding {
    const tables = this.#catalog.get(owner)
    if (tables === undefined) throw new DatabaseError('query_refused', `The plugin "${owner}" is not in this build.`)
    const { dialect } = this.#database
    return Object.freeze({ dialect, owner, tables, orgId, isTrusted: false, ids: this.#ids, clock: this.#clock })
  }
}
