import type { PluginContext } from '../context.ts'
import { Problem } from '../errors.ts'
import type { WorkspaceScope } from '../scope.ts'
import type { EventsService } from '../services/events.ts'
import type { MaybePromise } from '../handler.ts'
import type { AnyQueries, AnyRecord, AnyTables } from './resource-rows.ts'
import type { AnyResource } from './resource.ts'

/** The scope of a call of a resource. */
export type AnyScope = WorkspaceScope<AnyTables>

/** Values of fields by their names. */
export type AnyValues = Readonly<Record<string, unknown>>

/** The scope of a call whose queries run in one transaction. */
export type RunningScope = Omit<AnyScope, 'db'> & { readonly db: AnyQueries }

/** Hooks of a resource, without the types of its fields. */
export interface AnyHooks {
  beforeCreate?(scope: RunningScope, input: AnyValues): MaybePromise<AnyValues | void>
  beforeChange?(scope: RunningScope, input: AnyValues, record: AnyRecord): MaybePromise<AnyValues | void>
  beforeDelete?(scope: RunningScope, record: AnyRecord): MaybePromise<void>
  afterCreate?(scope: RunningScope, record: AnyRecord): MaybePromise<void>
  afterChange?(scope: RunningScope, record: AnyRecord, before: AnyRecord): MaybePromise<void>
  afterDelete?(scope: RunningScope, record: AnyRecord): MaybePromise<void>
}

/** Everything that the handlers of one resource share. */
export interface ResourcePart {
  readonly resource: AnyResource
  readonly ctx: Pick<PluginContext, 'encrypt' | 'decrypt' | 'lookup'>
  readonly events: Pick<EventsService, 'publish' | 'publishAll'>
  readonly hooks: AnyHooks
}

/** The problem of an id without a record in this workspace. */
export function noRecord({ label }: AnyResource): Problem {
  return new Problem('not_found', {
    detail: {
      en: `There is no ${label.one.en.toLowerCase()} with this ID.`,
      zh: `没有使用此编号的${label.one.zh}。`,
    },
  })
}
