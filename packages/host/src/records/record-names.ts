/**
 * Names of records by their ids. The prefix of an id leads to its table, the `label` of the model to its columns. Every
 * read is bound to one workspace, so the id of another workspace finds as much as that of a deleted record.
 */
import { mirror, type Model, type ReadQueries, type RecordName, type TenantKey } from '@host/plugin'
import type { RecordsService } from '@host/plugin/platform'
import type { ModelOwner } from '../database/catalog.ts'
import { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { idColumn } from '../database/model-keys.ts'
import { withoutSecrets } from '../database/redacted-columns.ts'

const mostNames = 20
const longestText = 200
const wellFormedId = /^([a-z]{1,20})_[0-9a-hjkmnp-tv-z]{26}$/
const reader = 'records'

/** How rows of the host's tables without `org_id` belong to a workspace. Any other such table stays closed. */
const tenantKeys: Readonly<Record<string, TenantKey>> = {
  users: { column: 'id', through: 'memberships', key: 'user_id' },
  workspaces: 'id',
}

/** A table whose records have names. */
interface NamedTable {
  readonly table: string
  readonly id: string
  readonly prefix: string
  readonly label: readonly string[]
}

type Row = Readonly<Record<string, string | null>>
type Reads = ReadQueries<Record<string, Row>>

/** Makes the service `Records` from the models of a build. */
export function createRecordNames(database: Database, owners: readonly ModelOwner[]): RecordsService {
  const models = owners.flatMap((owner) => owner.models.filter((each) => each.kind === 'model'))
  const data = new DataAccess({
    database,
    owners: [...owners, { name: reader, models: models.flatMap((model) => mirrorOf(model)) }],
    onDoor: () => undefined,
  })
  const tables = Map.groupBy(models.flatMap(namedTable), ({ prefix }) => prefix)
  return Object.freeze<RecordsService>({
    async namesOf(orgId, ids) {
      const wanted = [...new Set(ids)].filter((id) => tables.has(prefixOf(id))).slice(0, mostNames)
      const db = data.inWorkspace(reader, orgId) as unknown as Reads
      const found = await Promise.all(
        [...Map.groupBy(wanted, prefixOf)].flatMap(([prefix, some]) =>
          (tables.get(prefix) ?? []).map((table) => readNames(db, table, some)),
        ),
      )
      const names = new Map(found.flat().map((name) => [name.id, name]))
      return wanted.map((id) => names.get(id) ?? { id, name: null, detail: null })
    },
  })
}

async function readNames(
  db: Reads,
  { table, id, label }: NamedTable,
  ids: readonly string[],
): Promise<readonly RecordName[]> {
  const rows = await db
    .selectFrom(table)
    .select([id, ...label])
    .where(id, 'in', ids)
    .execute()
  return rows.map((row) => {
    const key = row[id] ?? ''
    const [name = key, detail = null] = label.flatMap((column) => textIn(row, column))
    return { id: key, name, detail }
  })
}

/** The text of a column, unless it is empty or sealed. */
function textIn(row: Row, column: string): readonly string[] {
  const text = withoutSecrets(column, row[column])
  if (typeof text !== 'string' || text.trim() === '') return []
  return [text.length > longestText ? `${text.slice(0, longestText - 1).toWellFormed()}…` : text]
}

function prefixOf(id: string): string {
  return wellFormedId.exec(id)?.[1] ?? ''
}

function namedTable(model: Model): readonly NamedTable[] {
  const { table, label, columns } = model
  const id = idColumn(model)
  const prefix = id === undefined ? undefined : columns[id]?.prefix
  return id === undefined || prefix === undefined || label.length === 0 ? [] : [{ table, id, prefix, label }]
}

/** Columns read from a table: the names of its records; for memberships, the members of the workspace. */
function mirrorOf(model: Model) {
  const { table, columns, label } = model
  const id = idColumn(model)
  const shown = table === 'memberships' ? ['org_id', 'user_id'] : label.length === 0 ? [] : ['org_id', ...label]
  if (id === undefined || shown.length === 0) return []
  const own = [id, ...shown].flatMap((name) => {
    const column = columns[name]
    return column === undefined ? [] : [[name, column] as const]
  })
  const tenantKey = tenantKeys[table]
  return [mirror(table, Object.fromEntries(own), tenantKey === undefined ? {} : { tenantKey })]
}
