import type { PluginContext } from '@host/plugin'
import type { AuditRecord, RecordsService } from '@host/plugin/platform'
import type { Tables } from './models.ts'
import { shortened } from './sentences.ts'

/** Sources of the names of targets. */
export interface TargetNamesOptions {
  readonly ctx: Pick<PluginContext<Tables>, 'db'>
  readonly records: RecordsService
}

/** Records that are named in one call. */
const mostNamed = 20
/** Fields of an entry that name its target. */
const naming = ['name', 'title', 'label', 'address', 'host', 'domain', 'code', 'slug', 'email'] as const

/** The names of the targets of entries, by the ids of the entries. */
export async function targetNames(
  options: TargetNamesOptions,
  orgId: string | undefined,
  entries: readonly AuditRecord[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(entries.flatMap(({ target }) => idOf(target) ?? []))]
  const known = orgId === undefined ? await ofInstance(options, ids) : await ofWorkspace(options, orgId, ids)
  return new Map(
    entries.flatMap((entry) => {
      const name = known.get(idOf(entry.target) ?? '') ?? nameInEntry(entry)
      return name === undefined ? [] : [[entry.id, shortened(name)] as const]
    }),
  )
}

/** The name that a record had, for one that is gone. */
function nameInEntry({ before, after }: AuditRecord): string | undefined {
  for (const values of [after, before]) {
    for (const field of naming) {
      const value = values?.[field]
      if (typeof value === 'string' && value !== '') return value
    }
  }
  return undefined
}

/** Accounts are named by their keys, also those of former members: the entries of the workspace are about them. */
async function ofWorkspace(
  { ctx, records }: TargetNamesOptions,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const others = ids.filter((id) => !id.startsWith('usr_'))
  const groups = Array.from({ length: Math.ceil(others.length / mostNamed) }, (_, at) =>
    others.slice(at * mostNamed, (at + 1) * mostNamed),
  )
  const [people, ...names] = await Promise.all([
    named(ctx, 'users', ids),
    ...groups.map((some) => records.namesOf(orgId, some)),
  ])
  return new Map([...people, ...names.flat()].flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])))
}

/** The log of the instance is about accounts and workspaces. */
async function ofInstance({ ctx }: TargetNamesOptions, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await Promise.all([named(ctx, 'users', ids), named(ctx, 'workspaces', ids)])
  return new Map(rows.flat().map(({ id, name }) => [id, name]))
}

const prefixes = { users: 'usr_', workspaces: 'org_' } as const

async function named(ctx: TargetNamesOptions['ctx'], table: keyof typeof prefixes, ids: readonly string[]) {
  const some = ids.filter((id) => id.startsWith(prefixes[table]))
  if (some.length === 0) return []
  const db = ctx.db.asInstance('name the accounts and workspaces of audit entries')
  return await db.selectFrom(table).select(['id', 'name']).where('id', 'in', some).execute()
}

function idOf(target: string | null): string | undefined {
  return target === null ? undefined : target.slice(target.indexOf(':') + 1)
}
