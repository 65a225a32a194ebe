/**
 * Whether a plugin's members match the contract, for plugins that were never compiled. Otherwise a mistyped optional
 * member would silently never be called, and a mistyped `requiredRole` would hide nothing. Later code can read a valid
 * plugin without checking types.
 */
import { hasRole, roles, type Role } from '@host/plugin'
import { settingsGroups } from '@host/plugin/platform'
import { nearestName } from '../../support/nearest-name.ts'
import { memberNames } from '../../support/member-names.ts'
import { pluginForm, type Form, type RecordForm } from './plugin-form.ts'

const wellFormedName = /^[a-z][a-z0-9-]{1,30}$/

/** Problems of the members of the plugin at a place of the list. */
export function shapeProblems(plugin: unknown, index: number): readonly string[] {
  if (!isRecord(plugin)) {
    return [`The entry ${index + 1} of the plugin list is not a plugin; list the return value of definePlugin.`]
  }
  try {
    const { name } = plugin
    const who = typeof name === 'string' ? `Plugin ${JSON.stringify(name)}` : `The plugin at entry ${index + 1}`
    const problems = recordProblems(pluginForm, plugin, '').map((problem) => `${who} ${problem}`)
    return typeof name === 'string' && !wellFormedName.test(name) ? [badName(who), ...problems] : problems
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [`The plugin at entry ${index + 1} has a member that throws when read: ${reason}; declare it as plain data.`]
  }
}

function badName(who: string): string {
  return `${who} needs another name: 2 to 31 lowercase letters, digits, and hyphens, starting with a letter.`
}

function recordProblems({ members, required }: RecordForm, value: Fields, path: string): readonly string[] {
  const known = Object.keys(members)
  return [
    ...memberNames(value)
      .filter((name) => !known.includes(name))
      .map((name) => unknownMember(path, name, known)),
    ...Object.entries(members).flatMap(([name, form]) => {
      const member = value[name]
      if (member !== undefined && (member !== '' || !required.includes(name))) {
        return problemsOf(form, member, path + name)
      }
      return required.includes(name) ? [`has no "${path}${name}"; it must be ${described(form)}.`] : []
    }),
  ]
}

function problemsOf(form: Form, value: unknown, path: string): readonly string[] {
  if (typeof form === 'object' && 'items' in form && Array.isArray(value)) {
    return value.flatMap((item, index) => problemsOf(form.items, item, `${path}[${index}]`))
  }
  if (typeof form === 'object' && 'members' in form && isRecord(value)) return recordProblems(form, value, `${path}.`)
  return isOf(form, value) ? [] : [`has a "${path}" that is not ${described(form)}${shown(value)}; fix it.`]
}

function isOf(form: Form, value: unknown): boolean {
  if (form === 'object') return isRecord(value)
  // Some libraries' schemas can be called.
  if (form === 'schema') return isRecord(value) || typeof value === 'function'
  if (form === 'role') return hasRole('owner', value as Role)
  if (form === 'settingsGroup') return settingsGroups.some((group) => group === value)
  if (form === 'number') return Number.isFinite(value)
  return typeof value === typeNames.get(form)
}

const typeNames: ReadonlyMap<Form, string> = new Map([
  ['text', 'string'],
  ['flag', 'boolean'],
  ['function', 'function'],
])

function described(form: Form): string {
  if (typeof form === 'object') return 'items' in form ? 'a list' : 'an object'
  return words[form]
}

const words = {
  text: 'a string',
  number: 'a number',
  flag: 'true or false',
  function: 'a function',
  object: 'an object',
  schema: 'a schema',
  role: oneOf(roles),
  settingsGroup: oneOf(settingsGroups),
}

function oneOf(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(' or ')
}

function shown(value: unknown): string {
  return typeof value === 'string' ? ` but ${JSON.stringify(value.slice(0, 80))}` : ''
}

function unknownMember(path: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  const hint = nearest === undefined ? 'remove it, or make it private with #.' : `did you mean "${path}${nearest}"?`
  return `has an unknown member "${path}${name}"; ${hint}`
}

type Fields = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
