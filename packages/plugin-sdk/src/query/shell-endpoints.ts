import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import {
  defineEndpoint,
  nothing,
  type InstanceMenuEntry,
  type Me,
  type MenuEntry,
  type Page,
  type Role,
} from '@host/plugin/wire'

/** Requests of the shell itself; responses are trusted to match the wire types. */
export const readMe = defineEndpoint({
  pattern: 'GET /api/auth/me',
  input: nothing,
  output: answer<Me>(),
  audience: 'user',
  summary: 'Read the session',
})

export const switchWorkspace = defineEndpoint({
  pattern: 'POST /api/auth/switch',
  input: answer<{ readonly workspaceId: string }>(),
  output: answer<Me>(),
  audience: 'user',
  summary: 'Set the workspace used last',
})

export const listMenus = defineEndpoint({
  pattern: 'GET /api/menus',
  input: nothing,
  output: answer<readonly MenuEntry[]>(),
  summary: 'List the menus of the workspace',
})

export const listPersonalMenus = defineEndpoint({
  pattern: 'GET /api/menus/personal',
  input: nothing,
  output: answer<readonly MenuEntry[]>(),
  audience: 'user',
  summary: 'List the pages that need no workspace',
})

export const listInstanceMenus = defineEndpoint({
  pattern: 'GET /api/instance/menus',
  input: nothing,
  output: answer<readonly InstanceMenuEntry[]>(),
  audience: 'instance',
  summary: 'List the menus of the console',
})

/** The members of the workspace with a role; a build without the plugin of the members answers 404. */
export const listMembers = defineEndpoint({
  pattern: 'GET /api/members',
  input: answer<{ readonly role: Role; readonly limit: number }>(),
  output: answer<{ readonly items: readonly { readonly name: string; readonly email: string }[] }>(),
  summary: 'List the members of the workspace',
})

/** A member of the workspace. */
export interface ListedMember {
  readonly userId: string
  readonly name: string
  readonly email: string
}

/** The members of the workspace, a page at a time; a build without the plugin of the members answers 404. */
export const readMembers = defineEndpoint({
  pattern: 'GET /api/members',
  input: answer<{ readonly q?: string; readonly sort?: string; readonly limit: number; readonly cursor?: string }>(),
  output: answer<Page<ListedMember>>(),
  summary: 'List the members of the workspace',
})

/** A feature of the workspace. */
export interface FeatureEntry {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly enabled: boolean
  readonly requires: readonly string[]
  readonly pluginNames: readonly string[]
}

/** The features of the workspace; a build without the plugin of the features answers 404. */
export const listFeatures = defineEndpoint({
  pattern: 'GET /api/features',
  input: nothing,
  output: answer<readonly FeatureEntry[]>(),
  summary: 'List the features of the workspace',
})

export const switchFeature = defineEndpoint({
  pattern: 'PUT /api/features/{key}',
  input: answer<{ readonly enabled: boolean }>(),
  output: answer<readonly FeatureEntry[]>(),
  role: 'admin',
  summary: 'Switch a feature on or off',
})

type SelfDescribing = { readonly '~standard': { readonly jsonSchema: StandardJSONSchemaV1.Converter } }

/** A schema that accepts any response of the server. */
export function answer<Output>(): StandardSchemaV1<Output> & SelfDescribing {
  return {
    '~standard': {
      version: 1,
      vendor: 'host',
      validate: (value) => ({ value: value as Output }),
      jsonSchema: { input: () => ({}), output: () => ({}) },
    },
  }
}
