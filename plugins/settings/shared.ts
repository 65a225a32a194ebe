import * as z from 'zod/mini'
import * as platform from '@host/platform-api/preferences'
import { schemasWith } from '@host/platform-api/schemas-with'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

const withSchemas = schemasWith(z.toJSONSchema)

/** How the product looks and behaves for one person, on every device. */
export const UserSettings = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  language: z.nullable(z.enum(['en', 'zh'])).check(z.describe('Null to use the browser language.')),
  density: z.enum(['comfortable', 'compact']),
  motion: z.enum(['system', 'reduced']),
  timeZone: z
    .nullable(z.string().check(z.maxLength(100), z.refine(isTimeZone)))
    .check(z.describe("IANA time zone name; null to use the device's.")),
  shortcuts: z.boolean().check(z.describe('Whether single-key shortcuts are on.')),
})

export type UserSettings = z.infer<typeof UserSettings>

export const readUserSettings = withSchemas(platform.readUserSettings, {
  input: nothing,
  output: UserSettings,
})

export const saveUserSettings = withSchemas(platform.saveUserSettings, {
  input: UserSettings,
  output: UserSettings,
})

const BothLanguages = z.object({ en: z.string(), zh: z.string() })

/** A section of a plugin: its values, and the schema and texts for its form. */
export const SectionForm = z.object({
  plugin: z.string(),
  id: z.string(),
  title: BothLanguages,
  schema: z.record(z.string(), z.unknown()).check(z.describe('JSON Schema of the values.')),
  fields: z.record(
    z.string(),
    z.object({
      label: BothLanguages,
      hint: z.optional(BothLanguages),
      options: z.optional(z.record(z.string(), BothLanguages)),
    }),
  ),
  secrets: z.array(z.string()),
  values: z
    .record(z.string(), z.unknown())
    .check(z.describe('Secrets are masked; send the mask back to keep the stored value.')),
})

export type SectionForm = z.infer<typeof SectionForm>

/** The section that the examples show. */
const exampleSection: SectionForm = {
  plugin: 'hello',
  id: 'greetings',
  title: { en: 'Greetings', zh: '问候' },
  schema: { type: 'object', properties: { longest: { type: 'integer', minimum: 1 } } },
  fields: { longest: { label: { en: 'Longest greeting', zh: '问候最大长度' } } },
  secrets: [],
  values: { longest: 200 },
}

/** Values by field, as the section's schema defines. An error names its field. */
const SectionValues = z.strictObject({
  values: z
    .record(z.string(), z.unknown())
    .check(z.describe("All values by field name, as defined by the section's schema.")),
})
const Sections = z.object({ items: z.array(z.object({ plugin: z.string(), id: z.string() })), nextCursor: z.null() })

/** The largest section, in bytes. */
const bodyLimit = 64 * 1024

export const listSettings = defineEndpoint({
  pattern: 'GET /api/settings',
  input: nothing,
  output: Sections,
  role: 'admin',
  summary: 'List the workspace settings of plugins',
  mcp: {
    name: 'list',
    description: 'Lists the plugins with settings for this workspace. Read one to see its fields and values.',
  },
})

export const readSettings = defineEndpoint({
  pattern: 'GET /api/settings/{plugin}',
  input: nothing,
  output: SectionForm,
  role: 'admin',
  summary: 'Get the workspace settings of a plugin',
  errors: ['feature_disabled'],
  mcp: {
    name: 'read',
    description:
      'Gets the settings of a plugin in this workspace, with the JSON Schema of its fields. Secrets are masked; send a mask back to keep the stored value.',
  },
  examples: [
    {
      input: undefined,
      output: exampleSection,
    },
  ],
})

export const saveSettings = defineEndpoint({
  pattern: 'PUT /api/settings/{plugin}',
  input: SectionValues,
  output: SectionForm,
  role: 'admin',
  // The service writes its own audit entry, without secrets.
  audit: false,
  bodyLimit,
  summary: 'Save the workspace settings of a plugin',
  errors: ['conflict', 'feature_disabled'],
  mcp: {
    name: 'save',
    description:
      'Saves all settings of a plugin in this workspace at once. Read the settings first, change the values you need, and send everything back. Leave masked secrets as they are.',
    approval: true,
  },
  examples: [
    {
      input: { values: { longest: 200 } },
      output: exampleSection,
    },
  ],
})

export const listInstanceSettings = defineEndpoint({
  pattern: 'GET /api/instance/settings',
  input: nothing,
  output: Sections,
  audience: 'instance',
  summary: 'List the instance settings of plugins',
})

export const readInstanceSettings = defineEndpoint({
  pattern: 'GET /api/instance/settings/{plugin}',
  input: nothing,
  output: SectionForm,
  audience: 'instance',
  summary: 'Get the instance settings of a plugin',
})

export const saveInstanceSettings = defineEndpoint({
  pattern: 'PUT /api/instance/settings/{plugin}',
  input: SectionValues,
  output: SectionForm,
  audience: 'instance',
  session: 'recent',
  audit: false,
  bodyLimit,
  summary: 'Save the instance settings of a plugin',
  errors: ['conflict'],
})

/** Plugins with settings pages in the workspace shell; public facts of the build. */
export const listOwnSections = defineEndpoint({
  pattern: 'GET /api/user/sections',
  input: nothing,
  output: z.object({
    items: z.array(z.object({ plugin: z.string(), id: z.string(), kind: z.enum(['workspace', 'user']) })),
    nextCursor: z.null(),
  }),
  audience: 'user',
  confined: 'allowed',
  summary: 'List the settings sections of this build',
})

export const readOwnSettings = defineEndpoint({
  pattern: 'GET /api/user/settings/{plugin}',
  input: nothing,
  output: SectionForm,
  audience: 'user',
  summary: 'Get your settings for a plugin',
})

export const saveOwnSettings = defineEndpoint({
  pattern: 'PUT /api/user/settings/{plugin}',
  input: SectionValues,
  output: SectionForm,
  audience: 'user',
  audit: false,
  bodyLimit,
  summary: 'Save your settings for a plugin',
  errors: ['conflict'],
})

function isTimeZone(name: string): boolean {
  // An offset such as "+02:00" is none: it knows no summer time.
  if (name.length > 64 || /^[+-]/.test(name)) return false
  try {
    // Intl takes names besides, such as "PST", with which no day can be counted. Not every browser has Temporal.
    if (typeof Temporal !== 'undefined') return new Temporal.ZonedDateTime(0n, name).timeZoneId !== ''
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
