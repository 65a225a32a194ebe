/** Whether the instance is well run, as its plugins check it, and the facts that operators confirmed. */
import type { Language } from '@host/plugin'
import type { InstanceFacts, InstanceReadinessItem, ReadinessService } from '@host/plugin/platform'
import { instanceOrgId } from '../request/instance-org-id.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { Faults } from '../observability/containment/faults.ts'
import type { HostChecks } from '../support/host-checks.ts'
import { within } from '../support/within.ts'
import type { PluginMount } from '../plugins/plugin-mount.ts'
import { readReadiness } from '../plugins/contributions/read-answers.ts'
import type { Database } from '../database/database.ts'
import { KeyStore } from '../security/encryption/key-store.ts'
import type { SettingsPlace } from '../settings/settings-place.ts'
import { untilReplaced, type ReplaceableRows } from '../settings/until-replaced.ts'

/** Dependencies of the service. */
export interface InstanceReadinessOptions {
  readonly mounts: readonly PluginMount[]
  /** Conditions of the host's own parts. */
  readonly checks: Pick<HostChecks, 'read'>
  readonly contexts: Pick<ExecutionContexts, 'enter'>
  readonly faults: Pick<Faults, 'report'>
  readonly database: Database
  readonly store: ReplaceableRows
}

/** Milliseconds that a plugin has; more than a health check takes at most, which an item may wait for. */
const limit = 5_000
const place: SettingsPlace = { orgId: instanceOrgId, owner: 'facts', plugin: 'host' }

const unchecked = {
  en: 'It could not be checked. The log has the cause.',
  zh: '无法检查，原因请查看日志。',
} as const

/** Makes the service `Readiness`. */
export function createReadiness({
  mounts,
  checks,
  contexts,
  faults,
  database,
  store,
}: InstanceReadinessOptions): ReadinessService {
  const asked = mounts.filter(({ registered }) => registered.plugin.readiness !== undefined)
  const keys = new KeyStore(database)
  const ask = async (mount: PluginMount, language: Language): Promise<readonly InstanceReadinessItem[]> => {
    const { name, plugin, i18n } = mount.registered
    try {
      const work = contexts.enter(name, async () => readReadiness(await plugin.readiness?.(mount.context, language)))
      return (await within(limit, work)).map((item) => ({ ...item, plugin: name }))
    } catch (error) {
      faults.report({ plugin: name, kind: 'hook', error: new Error('Its readiness failed.', { cause: error }) })
      const title = i18n[language]?.['info.title'] ?? plugin.info.title
      return [{ plugin: name, id: 'unchecked', title, state: 'unknown', reason: unchecked[language] }]
    }
  }
  return Object.freeze<ReadinessService>({
    items: async (language) => {
      const items = await Promise.all([ownItems(checks, language), ...asked.map((mount) => ask(mount, language))])
      return items.flat()
    },
    keyName: async () => (await keys.findKeyring())?.rootId ?? undefined,
    facts: async () => (await store.read(place)).plain,
    storeFacts: (facts) => storeFacts(store, facts),
  })
}

async function ownItems(
  checks: Pick<HostChecks, 'read'>,
  language: Language,
): Promise<readonly InstanceReadinessItem[]> {
  return (await checks.read(language)).map(({ name: id, title, state, fix, ...check }) => {
    const reason = check.namedReason ?? check.reason
    const texts = { ...(reason !== undefined && { reason }), ...(fix !== undefined && { fix }) }
    return { plugin: 'host', id, title, state, ...texts, help: 'readiness' }
  })
}

async function storeFacts(store: ReplaceableRows, facts: InstanceFacts): Promise<void> {
  await untilReplaced(store, place, async ({ plain }) => ({ next: { plain: { ...plain, ...facts }, sealed: {} } }))
}
