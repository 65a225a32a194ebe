/** The last check of an upgrade: one row, which the command writes beside a running host, and every process reads. */
import type { UpgradeCheck, UpgradeChange, UpgradeChecksService, UpgradedPlugin } from '@host/plugin/platform'
import { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import { instanceOrgId } from '../request/instance-org-id.ts'
import { settingsModels } from '../settings/models.ts'
import type { SettingsPlace } from '../settings/settings-place.ts'
import { SettingsStore } from '../settings/settings-store.ts'
import { untilReplaced, type ReplaceableRows } from '../settings/until-replaced.ts'

/** The form of a stored report. A version that changes the form raises it, and reads no other. */
const format = 1
const place: SettingsPlace = { orgId: instanceOrgId, owner: 'upgrade-check', plugin: 'host' }

const mostText = 500
const mostFailure = 4_000
const mostUnsafe = 20
const mostNames = 200
/** Characters of all changes, as JSON. */
const mostChanges = 96 * 1024

/** Makes the service `UpgradeChecks`. */
export function createUpgradeChecks(store: Pick<ReplaceableRows, 'read'>): UpgradeChecksService {
  return Object.freeze<UpgradeChecksService>({
    async last() {
      const { plain } = await store.read(place)
      return plain['format'] === format ? (plain['check'] as UpgradeCheck) : undefined
    },
  })
}

/** Stores a report in place of the one before. @throws Problem `conflict` when others keep writing */
export async function storeUpgradeCheck(database: Database, check: UpgradeCheck): Promise<void> {
  const owners = [{ name: 'host', models: settingsModels }]
  const data = new DataAccess({ database, owners, onDoor: () => undefined })
  const store = new SettingsStore(data.forHost(settingsModels, new JoiningTransactor(database)), Date.now)
  const next = { plain: { format, check: boundedCheck(check) }, sealed: {} }
  await untilReplaced(store, place, async () => ({ next }))
}

/** A report that takes at most some 150 KB: the other executable decides how much there is to tell. */
export function boundedCheck(check: UpgradeCheck): UpgradeCheck {
  const { present, next, failure, database, wayBack, added, removed } = check
  const build = ({ version, digest }: UpgradeCheck['next']) => ({ version: short(version), digest: short(digest) })
  return {
    ...check,
    present: build(present),
    next: build(next),
    failure: failure && failure.slice(0, mostFailure),
    database: database && { ...database, unsafe: database.unsafe.slice(0, mostUnsafe).map(short) },
    wayBack: wayBack && short(wayBack),
    added: added.slice(0, mostNames).map(short),
    removed: removed.slice(0, mostNames).map(short),
    ...boundedPlugins(check),
  }
}

/** The plugins with as many changes as fit, the breaking ones of all plugins before the others. */
function boundedPlugins({ plugins, left }: UpgradeCheck): Pick<UpgradeCheck, 'plugins' | 'left'> {
  if (plugins === null) return { plugins, left }
  const all = plugins.slice(0, mostNames).flatMap(({ changes }) => changes)
  const kept = new Map<UpgradeChange, UpgradeChange>()
  let room = mostChanges
  for (const change of all.toSorted((one, other) => Number(other.isBreaking) - Number(one.isBreaking))) {
    const bounded = shortChange(change)
    room -= JSON.stringify(bounded).length
    if (room < 0) break
    kept.set(change, bounded)
  }
  const bounded = plugins.slice(0, mostNames).map((plugin): UpgradedPlugin => ({
    plugin: short(plugin.plugin),
    from: short(plugin.from),
    to: short(plugin.to),
    requiredVersion: plugin.requiredVersion && short(plugin.requiredVersion),
    changes: plugin.changes.flatMap((change) => kept.get(change) ?? []),
  }))
  const count = plugins.reduce((sum, { changes }) => sum + changes.length, 0)
  return { plugins: bounded.filter(({ changes }) => changes.length > 0), left: left + count - kept.size }
}

function shortChange({ kind, name, path, change, from, to, isBreaking }: UpgradeChange): UpgradeChange {
  return {
    kind: short(kind),
    name: short(name),
    ...(path === undefined ? {} : { path: short(path) }),
    change,
    ...(from === undefined ? {} : { from: short(from) }),
    ...(to === undefined ? {} : { to: short(to) }),
    isBreaking,
  }
}

function short(text: string): string {
  return text.length <= mostText ? text : `${text.slice(0, mostText - 1)}…`
}
