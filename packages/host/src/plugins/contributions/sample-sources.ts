import type { SampleSource } from '@host/plugin/platform'
import type { HostParts } from '../host-parts.ts'
import type { PluginMount } from '../plugin-mount.ts'
import type { Database } from '../../database/database.ts'
import { HeldTransaction } from '../../database/held-transaction.ts'
import { HookDeadline } from './hook-deadline.ts'
import { HookScope, type HookCall } from './hook-scope.ts'

const limit = 5_000
const mostRecords = 200

/** The sample data of plugins, added and removed in the name of a caller, in the transaction of the calling context. */
export function sampleSources(
  mounts: readonly PluginMount[],
  call: HookCall,
  { contexts, database }: Pick<HostParts, 'contexts'> & { readonly database: Pick<Database, 'current' | 'dialect'> },
): readonly SampleSource[] {
  return mounts.flatMap((mount) => {
    const { name, plugin } = mount.registered
    const { sampleData } = plugin
    if (sampleData === undefined) return []
    const run = <Result>(work: (scope: HookScope) => Promise<Result>): Promise<Result> =>
      contexts.enter(name, () => inTime(work, scopeIn(database, new HookScope(call, mount.tools))))
    return {
      plugin: name,
      add: () => run(async (scope) => readIds(await sampleData.add(scope, mount.context))),
      remove: (ids: readonly string[]) => run((scope) => sampleData.remove(scope, ids, mount.context)),
    }
  })
}

/** @throws Error outside of a transaction */
function scopeIn({ current, dialect }: Pick<Database, 'current' | 'dialect'>, scope: HookScope): HookScope {
  if (current === undefined) throw new Error('Sample data is added and removed in a transaction.')
  HookScope.runOn(scope, new HeldTransaction(dialect, current))
  return scope
}

async function inTime<Result>(work: (scope: HookScope) => Promise<Result>, scope: HookScope): Promise<Result> {
  const deadline = new HookDeadline(limit)
  try {
    return await deadline.race(work(scope))
  } catch (error) {
    HookScope.giveUp(scope, error)
    throw error
  } finally {
    deadline.end()
  }
}

/** @throws TypeError that states the expected answer */
function readIds(answer: unknown): readonly string[] {
  const ids: readonly unknown[] = Array.isArray(answer) ? answer : []
  if (ids.length > 0 && ids.length <= mostRecords && ids.every(isId)) return ids
  throw new TypeError(`sampleData.add must return the IDs of 1 to ${mostRecords} records`)
}

function isId(id: unknown): id is string {
  return typeof id === 'string' && id.length > 0 && id.length <= 64
}
