import type { AnyPlugin, Column, Model, PluginFacts, SettingsSection } from '@host/plugin'
import type { PluginSurface, SurfacePart } from './plugin-surface.ts'
import { routeParts } from './route-parts.ts'

/** A plugin whose routes are mounted, as its definition and the catalog describe it. */
export interface DescribedPlugin {
  readonly plugin: AnyPlugin
  readonly facts: PluginFacts
}

/** The surface of a mounted plugin. @throws TypeError for a schema whose library can't express it as JSON Schema */
export function surfaceOf({ plugin, facts }: DescribedPlugin): PluginSurface {
  return {
    format: 1,
    plugin: plugin.name,
    version: facts.version,
    parts: [
      infoPart(plugin, facts),
      ...routeParts(facts),
      ...tableParts(plugin),
      ...announcedParts(plugin),
      ...settingsParts(plugin),
      ...planParts(plugin),
      ...facts.provides.map((name) => named('service', name)),
      ...facts.jobs.map((name) => named('job', name)),
      ...(plugin.migrations ?? []).map(({ id }) => named('migration', id)),
    ],
  }
}

function named(kind: SurfacePart['kind'], name: string, facts: SurfacePart['facts'] = {}): SurfacePart {
  return { kind, name, facts }
}

function infoPart({ info }: AnyPlugin, { feature }: PluginFacts): SurfacePart {
  const { api, core = false, enabledByDefault = true, requires = [], title } = info
  return named('plugin', 'info', { api, core, enabledByDefault, feature, requires: requires.toSorted(), title })
}

function tableParts({ models }: AnyPlugin): readonly SurfacePart[] {
  return models.flatMap((model) =>
    model.kind === 'model' ? [named('table', model.table), ...partsOfTable(model)] : [],
  )
}

function partsOfTable({ table, columns, unique, index }: Model): readonly SurfacePart[] {
  const keyName = (key: readonly string[]): string => `${table} (${key.join(', ')})`
  return [
    ...Object.entries(columns).map(([name, column]) => ({
      ...named('column', `${table}.${name}`, columnFacts(column)),
      table,
    })),
    ...unique.map((key) => ({ ...named('unique', keyName(key)), table })),
    ...index.map((key) => ({ ...named('index', keyName(key)), table })),
  ]
}

function columnFacts(column: Column): SurfacePart['facts'] {
  const { kind, nullable, max, prefix, secret, search, references, owns } = column
  const reference = references && `${references.table ?? 'self'}, on delete ${references.onDelete}`
  const value = column.default === undefined ? undefined : JSON.stringify(column.default)
  return { kind, nullable, default: value, max, prefix, secret, search, references: reference, owns }
}

function announcedParts(plugin: AnyPlugin): readonly SurfacePart[] {
  const { menus = [], instanceMenus = [], actions = [], permissions = [], notifications = [], events = [] } = plugin
  return [
    ...permissions.map(({ name, title, role, isForAgents = false }) =>
      named('permission', name, { title, role, isForAgents }),
    ),
    ...events.map((event) => ({
      ...named('event', event.name, { description: event.description }),
      output: event.jsonSchema(),
    })),
    ...menus.map(({ id, label, path, requiredRole: role = 'member', settings, category }) =>
      named('menu', id, { label, path, role, settings, category }),
    ),
    ...instanceMenus.map(({ id, label, path }) => named('console-menu', id, { label, path })),
    ...actions.map(({ id, label, path, requiredRole: role = 'member' }) => named('action', id, { label, path, role })),
    ...notifications.map(({ id, title, byMail = false, isUrgent = false }) =>
      named('notification', id, { title, byMail, isUrgent }),
    ),
  ]
}

function settingsParts({ settings = {} }: AnyPlugin): readonly SurfacePart[] {
  const sections: readonly (readonly [string, SettingsSection | undefined])[] = [
    ['instance', settings.instance],
    ['workspace', settings.workspace],
    ['user', settings.user],
  ]
  return sections.flatMap(([owner, section]) => {
    if (section === undefined) return []
    const facts = { title: section.title, secrets: (section.secrets ?? []).toSorted() }
    return [{ ...named('settings', `${owner} ${section.id}`, facts), input: section.jsonSchema() }]
  })
}

function planParts({ plan = {} }: AnyPlugin): readonly SurfacePart[] {
  const { tiers = [], quotas = [], meters = [] } = plan
  return [
    ...tiers.map(({ name, title }) => named('plan', `tier ${name}`, { title: title.en })),
    ...quotas.map(({ name, title, most, unit = 'count' }) =>
      named('plan', `quota ${name}`, { title: title.en, most, unit }),
    ),
    ...meters.map(({ name, title, unit }) => named('plan', `meter ${name}`, { title: title.en, unit })),
  ]
}
