import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHost, readConfig, type Host } from '@host/host'
import type { AnyPlugin } from '@host/plugin'
import { recordingLog, type LogLine } from '../../test-log.ts'
import type { RestartFacts } from './live-facts.ts'
import type { LiveSetting } from './gather-live.ts'

/** Time for a stop to release everything, in milliseconds. */
const patience = 1_000
const pause = 50

/** Starts and stops a plugin twice on one database, and records open resources. */
export async function restartTwice({ plugin, beside, sources, say }: LiveSetting): Promise<RestartFacts> {
  const folder = await mkdtemp(join(tmpdir(), 'host-checks-'))
  const logs: LogLine[] = []
  const environment = { HOST_DATABASE_URL: join(folder, 'host.db'), ...sources.checks.environment }
  const open = async (): Promise<Host> =>
    createHost({
      plugins: [...beside, plugin].map(entryOf),
      config: readConfig(environment),
      log: recordingLog(logs),
      announce: () => undefined,
      passwordCost: { memory: 64, passes: 1 },
    })
  const before = openKinds()
  try {
    for (const turn of ['first', 'second']) {
      say(`was started for the ${turn} time on one database`)
      await (await open()).stop()
    }
    return { failure: undefined, left: await leftOpen(before), faults: faultsOf(logs, plugin) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error), left: [], faults: faultsOf(logs, plugin) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function entryOf(plugin: AnyPlugin) {
  const granted = plugin.topLevelApi ?? []
  return { plugin, version: '0.0.0', outOfTree: granted.length === 0, granted }
}

/** Resources that keep the process alive, by kind and count. */
function openKinds(): ReadonlyMap<string, number> {
  const kinds = Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind)
  return new Map([...kinds].map(([kind, all]) => [kind, all.length]))
}

async function leftOpen(before: ReadonlyMap<string, number>): Promise<readonly string[]> {
  for (let waited = 0; ; waited += pause) {
    const left = [...openKinds()].filter(([kind, count]) => count > (before.get(kind) ?? 0)).map(([kind]) => kind)
    if (left.length === 0 || waited >= patience) return left
    // The pause itself is a timer, which is over when it is looked at.
    await sleep(pause)
  }
}

function faultsOf(logs: readonly LogLine[], { name }: AnyPlugin): readonly string[] {
  const own = logs.filter(({ level, fields }) => level === 'error' && fields['plugin'] === name)
  return own.map(({ message, fields }) => {
    const error = fields['err']
    return error instanceof Error ? error.message : message
  })
}
