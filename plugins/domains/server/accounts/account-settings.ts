import { Problem, type DnsAccountField, type FieldProblem, type PluginContext } from '@host/plugin'

/** The settings of an account by their field. */
export type AccountSettings = Readonly<Record<string, string>>

/** The sealed settings of a row. */
export interface SealedSettings {
  readonly seal: string
  readonly secrets: string
  readonly settings: AccountSettings
}

type Sealing = Pick<PluginContext, 'encrypt' | 'decrypt'>

const usualMost = 200

/**
 * The settings that a provider is opened with: the given ones over those that are there. An empty text removes one.
 * @throws Problem `invalid_input` naming the fields
 */
export function checkSettings(
  fields: readonly DnsAccountField[],
  given: AccountSettings,
  present: AccountSettings = {},
): AccountSettings {
  const known = new Set(fields.map(({ name }) => name))
  const unknown = Object.keys(given).filter((name) => !known.has(name))
  const settings: Record<string, string> = {}
  const errors: FieldProblem[] = unknown.map((name) => ({ path: `settings.${name}`, message: texts.unknown }))
  for (const field of fields) {
    const value = (given[field.name] ?? present[field.name] ?? '').trim()
    const message = complaintOf(field, value)
    if (message !== undefined) errors.push({ path: `settings.${field.name}`, message })
    if (value !== '') settings[field.name] = value
  }
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
  return settings
}

function complaintOf({ isOptional = false, options, max = usualMost }: DnsAccountField, value: string) {
  if (value === '') return isOptional ? undefined : texts.required
  if (options !== undefined && !options.includes(value)) return texts.option
  if (value.length <= max && value.isWellFormed() && !value.includes('\0')) return undefined
  return { en: `Enter at most ${max} characters.`, zh: `请输入不超过 ${max} 个字符。` }
}

/** The settings of a row: those that are secret sealed together. */
export async function sealSettings(
  ctx: Sealing,
  { orgId, seal }: { readonly orgId: string; readonly seal: string },
  { fields, settings }: { readonly fields: readonly DnsAccountField[]; readonly settings: AccountSettings },
): Promise<SealedSettings> {
  const secret = new Set(fields.filter(({ isSecret }) => isSecret === true).map(({ name }) => name))
  const part = (isSecret: boolean): AccountSettings =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => secret.has(name) === isSecret))
  const secrets = await ctx.encrypt(JSON.stringify(part(true)), { field: 'secrets', row: seal, orgId })
  return { seal, secrets, settings: part(false) }
}

/** All settings of a row. @throws Error for a text that was altered or belongs elsewhere */
export async function openSettings(ctx: Sealing, orgId: string, row: SealedSettings): Promise<AccountSettings> {
  const text = await ctx.decrypt(row.secrets, { field: 'secrets', row: row.seal, orgId })
  return { ...row.settings, ...(JSON.parse(text) as AccountSettings) }
}

const texts = {
  unknown: { en: 'The provider has no such field.', zh: '服务商没有此字段。' },
  required: { en: 'Fill in this field.', zh: '请填写此字段。' },
  option: { en: 'Choose one of the options.', zh: '请从选项中选择。' },
}
