/**
 * Whether a plugin's members are what the contract says, for plugins that no compiler has seen. A mistyped optional
 * member would otherwise be silently never called.
 */
import { pluginMembers } from '@host/plugin'
import { nearestName } from '../nearest-name.ts'

type Kind = 'function' | 'list' | 'record' | 'text'

const kinds: Readonly<Record<string, Kind>> = {
  name: 'text',
  info: 'record',
  models: 'list',
  mount: 'function',
  menus: 'list',
  instanceMenus: 'list',
  actions: 'list',
  settings: 'record',
  events: 'list',
  permissions: 'list',
  i18n: 'record',
  migrations: 'list',
  start: 'function',
  stop: 'function',
  health: 'function',
  helpDocs: 'function',
  helpDocsFS: 'text',
  mcpTools: 'function',
  search: 'function',
  checklist: 'function',
  badges: 'function',
  workspaceData: 'record',
  memberRemoved: 'function',
  topLevelApi: 'list',
}
const required: ReadonlySet<string> = new Set(['name', 'info', 'models', 'mount'])
const requiredInfo: readonly string[] = ['title', 'description', 'icon', 'category', 'api']
const words: Readonly<Record<Kind, string>> = {
  function: 'a function',
  list: 'a list',
  record: 'an object',
  text: 'a text',
}

/** What is wrong with the members of the plugin at a place of the list. */
export function shapeProblems(plugin: unknown, index: number): readonly string[] {
  if (typeof plugin !== 'object' || plugin === null) {
    return [`The entry ${index + 1} of the plugin list is no plugin; list what definePlugin returned.`]
  }
  const members = plugin as Readonly<Record<string, unknown>>
  const who = typeof members['name'] === 'string' ? `Plugin "${members['name']}"` : `The plugin at entry ${index + 1}`
  return [...unknownMembers(plugin, who), ...wrongMembers(members, who), ...wrongInfo(members['info'], who)]
}

function wrongMembers(members: Readonly<Record<string, unknown>>, who: string): readonly string[] {
  return pluginMembers.flatMap((name) => {
    const kind = kinds[name] ?? 'text'
    const value = members[name]
    if (value === undefined) return required.has(name) ? [`${who} has no "${name}"; it must be ${words[kind]}.`] : []
    return isOf(kind, value) ? [] : [`${who} has a "${name}" that is not ${words[kind]}; correct it.`]
  })
}

function wrongInfo(info: unknown, who: string): readonly string[] {
  if (!isOf('record', info)) return []
  const fields = info as Readonly<Record<string, unknown>>
  return requiredInfo.flatMap((name) =>
    typeof fields[name] === 'string' && fields[name] !== '' ? [] : [`${who} has no "info.${name}"; it must be a text.`],
  )
}

function isOf(kind: Kind, value: unknown): boolean {
  if (kind === 'list') return Array.isArray(value)
  if (kind === 'record') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === (kind === 'function' ? 'function' : 'string')
}

/** Members that the contract has not, those of a class and its ancestors too. */
function unknownMembers(plugin: object, who: string): readonly string[] {
  const known: readonly string[] = pluginMembers
  return memberNames(plugin)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known)
      const hint = nearest === undefined ? 'remove it, or make it private with #' : `did you mean "${nearest}"`
      return `${who} has an unknown member "${name}"; ${hint}${nearest === undefined ? '.' : '?'}`
    })
}

function memberNames(plugin: object): readonly string[] {
  const names = new Set<string>()
  let level: object | null = plugin
  while (level !== null && level !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(level)) if (name !== 'constructor') names.add(name)
    level = Object.getPrototypeOf(level) as object | null
  }
  return [...names]
}
