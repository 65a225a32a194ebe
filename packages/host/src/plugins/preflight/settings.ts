import type { SettingsOwner, SettingsSection } from '@host/plugin'
import type { RegisteredPlugin } from '../../declared/plugin-entry.ts'
import { fieldsOf, formFault } from './settings-fields.ts'

interface Declared {
  readonly registered: RegisteredPlugin
  readonly section: SettingsSection
}

const kinds: readonly SettingsOwner['kind'][] = ['instance', 'workspace', 'user']
const wellFormedId = /^[a-z][a-z0-9-]{0,62}$/

/** Declared settings that could not be reached, kept or shown. */
export function settingsProblems(plugins: readonly RegisteredPlugin[]): readonly string[] {
  const declared = plugins.flatMap((registered) =>
    kinds.flatMap((kind) => {
      const section = registered.plugin.settings?.[kind]
      return section === undefined ? [] : [{ registered, section }]
    }),
  )
  return [...sharedIds(declared), ...declared.flatMap(ownProblems)]
}

/** The id is the address of a page, in a shell that all plugins share. */
function sharedIds(declared: readonly Declared[]): readonly string[] {
  const byId = Map.groupBy(declared, ({ section }) => section.id)
  return [...byId]
    .filter(([, sections]) => sections.length > 1)
    .map(([id, sections]) => {
      const names = [...new Set(sections.map(({ registered }) => `"${registered.name}"`))]
      const who = names.length === 1 ? `Plugin ${names[0]} has` : `Plugins ${names.join(' and ')} have`
      return `${who} two settings sections with the id "${id}"; change all but one of the ids.`
    })
}

function ownProblems({ registered, section }: Declared): readonly string[] {
  const who = `Plugin "${registered.name}" has the settings "${section.id}"`
  if (!wellFormedId.test(section.id)) {
    return [`${who}, whose id must be lowercase letters, digits, and hyphens, starting with a letter.`]
  }
  const astray = menusAstray(registered, section).map(
    (path) => `${who} and a menu entry of that id at "${path}"; its path must be "/settings/${section.id}".`,
  )
  const schemaFault = faultOfSchema(section)
  if (schemaFault !== undefined) return [...astray, `${who} ${schemaFault}`]
  const fields = fieldsOf(section)
  const unshown = Object.entries(fields).flatMap(([field, property]) => {
    const fault = isFieldName(field) ? formFault(property) : misnamed
    return fault === undefined ? [] : [`${who} with the field "${field}" ${fault}`]
  })
  const secrets = (section.secrets ?? []).flatMap((field) => {
    const fault = faultOfSecret(section, fields[field], field)
    return fault === undefined ? [] : [`${who} with the secret "${field}" ${fault}`]
  })
  return [...astray, ...unshown, ...secrets]
}

const misnamed = 'whose name no form can store; use letters, digits, and underscores, starting with a letter.'

/** Forms keep values by paths in which dots count, and everything has a `constructor`. */
function isFieldName(name: string): boolean {
  return /^[a-zA-Z]\w{0,63}$/.test(name) && !(name in {})
}

function menusAstray({ menus, instanceMenus }: RegisteredPlugin, { id }: SettingsSection): readonly string[] {
  return [...menus, ...instanceMenus]
    .filter((menu) => menu.id === id && menu.path !== `/settings/${id}`)
    .map(({ path }) => path)
}

function faultOfSchema(section: SettingsSection): string | undefined {
  try {
    if (section.jsonSchema()['type'] !== 'object') return 'whose schema is not an object; use an object schema.'
    return faultWhenEmpty(section.schema['~standard'].validate({}))
  } catch (error) {
    return `whose schema can't be read: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Nothing is set at first, so a schema that asks for something could never be read. */
function faultWhenEmpty(result: ReturnType<SettingsSection['schema']['~standard']['validate']>): string | undefined {
  if (result instanceof Promise) {
    result.catch(() => undefined)
    return 'whose schema is asynchronous; use a synchronous schema.'
  }
  const [issue] = result.issues ?? []
  if (issue === undefined) return undefined
  const field = issue.path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
  return `whose schema requires a value${field === undefined ? '' : ` for "${field}"`}; give every field a default, or make it optional.`
}

function faultOfSecret(section: SettingsSection, property: object | undefined, field: string): string | undefined {
  if (property === undefined) return 'that has no matching field; use the name of one of its fields.'
  if (!('type' in property) || property.type !== 'string') return 'that is not a string; only strings can be secrets.'
  const empty = section.schema['~standard'].validate({})
  if (empty instanceof Promise || empty.issues !== undefined) return undefined
  const given = (empty.value as Readonly<Record<string, unknown>>)[field]
  return given === undefined || given === '' ? undefined : 'that has a readable default; remove the default.'
}
