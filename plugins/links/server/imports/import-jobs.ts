import * as z from 'zod/mini'
import { defineJob } from '@host/plugin'
import { hostsOf } from '../hosts/link-hosts.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { readTable } from './read-table.ts'
import { runRows } from './run-import.ts'
import { textOf } from './stored-text.ts'

const hour = 3_600_000
/** How long a file is kept. */
const kept = 48 * hour

/** Runs the task of an import; one of a workspace after the other. */
export const runImportJob = defineJob({
  name: 'run-import',
  input: z.strictObject({ importId: z.string() }),
  attempts: 3,
  concurrency: 1,
  timeout: hour,
})

/** Deletes imports with their files. */
export const pruneImports = defineJob({
  name: 'prune-imports',
  input: z.strictObject({}),
  place: 'instance',
  timeout: hour,
})

export function handleImportJobs(parts: Parts): void {
  const { ctx, jobs, clock } = parts
  jobs.handle<typeof runImportJob.input, 'workspace', Tables>(runImportJob, async (scope, { importId }) => {
    const { db, orgId } = scope
    const imports = db.selectFrom('links_imports').select(['file', 'task', 'progress']).where('id', '=', importId)
    const row = await imports.executeTakeFirst()
    if (row === undefined || row.task === null) return
    const blob = await parts.blobs.get(orgId, row.file)
    if (blob === undefined) return
    const { rows } = await readTable(await textOf(blob.body))
    const hosts = await hostsOf(parts, { db, orgId })
    const { task, progress } = row
    const judging = { parts, db, orgId, importId, progress, task, hosts: hosts.filter(({ isVerified }) => isVerified) }
    const report = await runRows(judging, rows, scope)
    await db.updateTable('links_imports').set({ report, progress: null }).where('id', '=', importId).execute()
  })
  jobs.handle(pruneImports, async () => {
    const db = ctx.db.asInstance('delete files of imports of all workspaces that are old enough')
    const before = new Date(clock() - kept).toISOString()
    await db.deleteFrom('links_imports').where('created_at', '<', before).execute()
  })
  jobs.schedule(pruneImports, '23 * * * *', { input: {} })
}
