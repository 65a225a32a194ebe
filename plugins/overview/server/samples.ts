import { UniqueViolation, type WorkspaceScope } from '@host/plugin'
import type { ContributionsService, SampleSource } from '@host/plugin/platform'
import type { Samples } from '../shared.ts'
import type { Tables } from './models.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'audit' | 'db' | 'request' | 'role' | 'userId'>

/** The sample data of a workspace, for one of its members. */
export async function samplesOf(contributions: ContributionsService, scope: Scope): Promise<Samples> {
  if (scope.role === 'member') return { canAdd: false, records: 0 }
  const sources = await contributions.sampleData(scope.request)
  return shown(sources, await addedOf(scope))
}

/**
 * Adds what is missing. Each plugin has a transaction of its own, with the note of what it added: one that fails leaves
 * nothing, and the others stay.
 */
export async function addSamplesTo(contributions: ContributionsService, scope: Scope): Promise<Samples> {
  const sources = await contributions.sampleData(scope.request)
  const before = await addedOf(scope)
  const missing = sources.filter(({ plugin }) => !before.has(plugin))
  scope.audit.describe({ target: 'sample_data', after: { plugins: missing.map(({ plugin }) => plugin) } })
  for (const source of missing) await addFrom(source, scope)
  return shown(sources, await addedOf(scope))
}

async function addFrom(source: SampleSource, { db, userId }: Scope): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      // First, so that of two who press at once the second waits here, and adds nothing.
      const row = { plugin: source.plugin, records: [], added_by: userId }
      const { id } = await tx.insertInto('overview_samples').values(row).returning('id').executeTakeFirstOrThrow()
      const records = await source.add()
      await tx.updateTable('overview_samples').set({ records }).where('id', '=', id).execute()
    })
  } catch (error) {
    const isSecondPress = error instanceof UniqueViolation && error.table === 'overview_samples'
    if (!isSecondPress) throw error
  }
}

/** Removes the sample data of the features that are on. @throws Problem `target_busy` while a record of it is in use */
export async function removeSamplesOf(contributions: ContributionsService, scope: Scope): Promise<Samples> {
  const sources = await contributions.sampleData(scope.request)
  const before = await addedOf(scope)
  const there = sources.filter(({ plugin }) => before.has(plugin))
  scope.audit.describe({ target: 'sample_data', before: { plugins: there.map(({ plugin }) => plugin) } })
  for (const source of there) await removeFrom(source, scope)
  return shown(sources, await addedOf(scope))
}

async function removeFrom(source: SampleSource, { db }: Scope): Promise<void> {
  await db.transaction(async (tx) => {
    const own = tx.deleteFrom('overview_samples').where('plugin', '=', source.plugin).returning('records')
    const row = await own.executeTakeFirst()
    if (row !== undefined) await source.remove(row.records)
  })
}

/** IDs of sample records by their plugin. */
async function addedOf({ db }: Pick<Scope, 'db'>): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.selectFrom('overview_samples').select(['plugin', 'records']).execute()
  return new Map(rows.map(({ plugin, records }) => [plugin, records]))
}

function shown(sources: readonly SampleSource[], added: ReadonlyMap<string, readonly string[]>): Samples {
  const there = sources.map(({ plugin }) => added.get(plugin))
  return {
    canAdd: there.includes(undefined),
    records: there.reduce((sum, records) => sum + (records?.length ?? 0), 0),
  }
}
