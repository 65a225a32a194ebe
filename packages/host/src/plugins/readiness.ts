import type { HealthCheck } from '../support/health-check.ts'
import type { HostChecks } from '../support/host-checks.ts'
import { within } from '../support/within.ts'
import type { PluginHealths } from './plugin-health.ts'
import type { Database } from '../database/database.ts'
import { DatabaseError } from '../database/database-error.ts'
import type { PluginHealth } from '@host/plugin'

/** Milliseconds; metrics wait no longer than two seconds for all of it. */
const databaseLimit = 1_500

/** Whether requests should be sent to this host, and which plugins are not well. */
export interface ReadinessReport {
  readonly status: 'ready' | 'not_ready'
  /** Why it is not ready. */
  readonly reasons: readonly string[]
  readonly checks: readonly HealthCheck[]
  readonly plugins: readonly (PluginHealth & { readonly name: string })[]
}

/** Dependencies of readiness. */
export interface ReadinessOptions {
  readonly database: Pick<Database, 'check'>
  readonly healths: Pick<PluginHealths, 'unwell'>
  /** Conditions of the host's own parts. */
  readonly checks: Pick<HostChecks, 'read'>
  /** Aborted when a stop was asked for. */
  readonly leaving: AbortSignal
}

/** Looks at database and plugins. A plugin that is not well takes nothing from the others, so it is not a reason. */
export async function readReadiness({
  database,
  healths,
  checks,
  leaving,
}: ReadinessOptions): Promise<ReadinessReport> {
  const reasons = leaving.aborted ? ['The host is stopping.'] : []
  const [trouble, plugins, read] = await Promise.all([troubleOf(database), healths.unwell(), checks.read('en')])
  if (trouble !== undefined) reasons.push(trouble)
  const found = read.map(({ title: _title, namedReason: _named, ...check }) => check)
  return { status: reasons.length === 0 ? 'ready' : 'not_ready', reasons, checks: found, plugins }
}

async function troubleOf(database: Pick<Database, 'check'>): Promise<string | undefined> {
  try {
    await within(databaseLimit, database.check())
    return undefined
  } catch (error) {
    const isFull = error instanceof DatabaseError && error.code === 'storage_full'
    return isFull ? 'Database storage is full.' : "The database isn't responding."
  }
}
