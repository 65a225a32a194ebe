import * as z from 'zod/mini'
import { endpointsWith, nothing } from '@host/plugin/wire'

const defineEndpoint = endpointsWith(z.toJSONSchema)

/** How the product looks and behaves for one person, on every device. */
export const UserSettings = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  language: z.nullable(z.enum(['en', 'zh'])).check(z.describe('Null for the language of the browser.')),
  density: z.enum(['comfortable', 'compact']),
  motion: z.enum(['system', 'reduced']),
  timeZone: z
    .nullable(z.string().check(z.maxLength(100), z.refine(isTimeZone)))
    .check(z.describe('A name of the IANA time zone database; null for the zone of the device.')),
  shortcuts: z.boolean().check(z.describe('Whether single keys do something.')),
})

export type UserSettings = z.infer<typeof UserSettings>

export const readUserSettings = defineEndpoint({
  pattern: 'GET /api/user/settings',
  input: nothing,
  output: UserSettings,
  audience: 'user',
  confined: 'allowed',
  summary: 'Read your personal settings',
})

export const saveUserSettings = defineEndpoint({
  pattern: 'PUT /api/user/settings',
  input: UserSettings,
  output: UserSettings,
  audience: 'user',
  confined: 'allowed',
  audit: false,
  summary: 'Save your personal settings',
})

const BothLanguages = z.object({ en: z.string(), zh: z.string() })

/** A section of a plugin: what is set in it, and all that a form needs to show it. */
export const SectionForm = z.object({
  plugin: z.string(),
  id: z.string(),
  title: BothLanguages,
  schema: z.record(z.string(), z.unknown()).check(z.describe('A JSON Schema of the values.')),
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
    .check(z.describe('A secret that is set is a mask; sent back, it keeps what is stored.')),
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

/** Values by field; which ones, the section's schema says. What is wrong with one is told by the name of its field. */
const SectionValues = z.strictObject({
  values: z
    .record(z.string(), z.unknown())
    .check(z.describe('All values by the name of their field, as the schema of the section says.')),
})
const Sections = z.object({ items: z.array(z.object({ plugin: z.string(), id: z.string() })), nextCursor: z.null() })

/** The largest section, in bytes. */
const bodyLimit = 64 * 1024

export const listSettings = defineEndpoint({
  pattern: 'GET /api/settings',
  input: nothing,
  output: Sections,
  role: 'admin',
  summary: 'List the settings that plugins declare for the workspace',
  mcp: {
    name: 'list',
    description:
      'Lists which plugins have settings of this workspace. Read one of them to see its fields and what is set.',
  },
})

export const readSettings = defineEndpoint({
  pattern: 'GET /api/settings/{plugin}',
  input: nothing,
  output: SectionForm,
  role: 'admin',
  summary: 'Read what is set for a plugin in the workspace',
  errors: ['feature_disabled'],
  mcp: {
    name: 'read',
    description:
      'Reads what is set for a plugin in this workspace, with the JSON Schema of its fields. Secrets are masked; a mask that is sent back keeps what is stored.',
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
  // The service writes an entry of its own, without what is a secret there.
  audit: false,
  bodyLimit,
  summary: 'Save what is set for a plugin in the workspace',
  errors: ['conflict', 'feature_disabled'],
  mcp: {
    name: 'save',
    description:
      'Saves what is set for a plugin in this workspace, all fields at once. Read the settings first, change what is to be different, and send the values back with the masks of secrets as they are.',
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
  summary: 'List the settings that plugins declare for the instance',
})

export const readInstanceSettings = defineEndpoint({
  pattern: 'GET /api/instance/settings/{plugin}',
  input: nothing,
  output: SectionForm,
  audience: 'instance',
  summary: 'Read what is set for a plugin in the instance',
})

export const saveInstanceSettings = defineEndpoint({
  pattern: 'PUT /api/instance/settings/{plugin}',
  input: SectionValues,
  output: SectionForm,
  audience: 'instance',
  session: 'recent',
  audit: false,
  bodyLimit,
  summary: 'Save what is set for a plugin in the instance',
  errors: ['conflict'],
})

/** Where the pages of settings in the workspace shell belong to; facts of the build and nobody's data. */
export const listOwnSections = defineEndpoint({
  pattern: 'GET /api/user/sections',
  input: nothing,
  output: z.object({
    items: z.array(z.object({ plugin: z.string(), id: z.string(), kind: z.enum(['workspace', 'user']) })),
    nextCursor: z.null(),
  }),
  audience: 'user',
  confined: 'allowed',
  summary: 'List the sections of settings that this build has',
})

export const readOwnSettings = defineEndpoint({
  pattern: 'GET /api/user/settings/{plugin}',
  input: nothing,
  output: SectionForm,
  audience: 'user',
  summary: 'Read what you have set for a plugin',
})

export const saveOwnSettings = defineEndpoint({
  pattern: 'PUT /api/user/settings/{plugin}',
  input: SectionValues,
  output: SectionForm,
  audience: 'user',
  audit: false,
  bodyLimit,
  summary: 'Save what you have set for a plugin',
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
