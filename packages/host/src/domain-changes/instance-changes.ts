import type { Brand } from '@host/plugin/platform'
import type { ChangeRows, InEither, InInstance } from './change-row.ts'

/** Values, by their name, without secrets. */
type Values = Readonly<Record<string, unknown>>

/** Changes of settings, the brand and the data of plugins, by their kind. */
export interface InstanceFacts {
  'settings.changed': InEither & {
    /** The plugin whose section it is; undefined for settings of the operator. */
    readonly plugin: string | undefined
    /** Undefined for private settings of a user. */
    readonly before?: Values | undefined
    readonly after?: Values | undefined
  }
  'brand.changed': InInstance & { readonly before: Brand; readonly after: Brand }
  'plugin_data.purged': InInstance & {
    readonly plugin: string
    readonly tables: readonly string[]
    readonly bytes: number
    readonly files: number
    readonly fileBytes: number
  }
}

export const instanceRows = {
  'settings.changed': {
    entry: ({ plugin, before, after }) => ({
      target: plugin === undefined ? 'instance' : `plugin:${plugin}`,
      before,
      after,
    }),
    event: undefined,
  },
  'brand.changed': {
    entry: ({ before, after }) => ({ target: 'instance', before: { ...before }, after: { ...after } }),
    event: undefined,
  },
  'plugin_data.purged': {
    entry: ({ plugin, tables, bytes, files, fileBytes }) => ({
      target: `plugin:${plugin}`,
      before: { tables, bytes, files, fileBytes },
    }),
    event: undefined,
  },
} as const satisfies ChangeRows<InstanceFacts>
