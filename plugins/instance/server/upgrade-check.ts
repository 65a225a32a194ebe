import { PluginCatalog, requireService, type Language, type Mux, type PluginContext, type TablesOf } from '@host/plugin'
import { UpgradeChecks, type UpgradeCheck } from '@host/plugin/platform'
import { readUpgradeCheck, type UpgradeCheckOut } from '../shared.ts'
import type { models } from './models.ts'
import { pluginTitle } from './plugin-entry.ts'

type Lookup = Pick<PluginContext, 'lookup'>

/** The last check of an upgrade. */
export function mountUpgradeCheck(mux: Mux<'instance', TablesOf<typeof models>, 'instance'>, ctx: Lookup): void {
  mux.endpoint(readUpgradeCheck, async ({ language }) => {
    const check = await requireService(ctx, UpgradeChecks).last()
    return { check: check === undefined ? null : entryOf(ctx, check, language) }
  })
}

function entryOf(ctx: Lookup, check: UpgradeCheck, language: Language): UpgradeCheckOut {
  const catalog = requireService(ctx, PluginCatalog)
  const titles = new Map(catalog.list().map((facts) => [facts.name, pluginTitle(facts, language)]))
  const { present, next, database, plugins, added, removed, ...rest } = check
  return {
    ...rest,
    present: present.version,
    next: next.version,
    isInstalled: next.digest !== '' && next.digest === catalog.build().digest,
    statements: database?.statements ?? null,
    unsafe: [...(database?.unsafe ?? [])],
    added: [...added],
    removed: [...removed],
    plugins:
      plugins?.map(({ plugin, changes, ...versions }) => ({
        name: plugin,
        title: titles.get(plugin) ?? plugin,
        ...versions,
        changes: changes.map((change) => ({ ...change })),
      })) ?? null,
  }
}
