import type { PluginContext } from '../context.ts'
import type { Endpoint, EndpointOutput } from '../endpoint.ts'
import type { MaybePromise } from '../handler.ts'
import type { Queries } from '../database.ts'
import type { ColumnMap } from '../model.ts'
import type { EndpointScope, Mux } from '../mux.ts'
import type { WorkspaceScope } from '../scope.ts'
import { requireService } from '../require-service.ts'
import { Events } from '../services/events.ts'
import { exportRecords } from './export-records.ts'
import type { FieldMap } from './field.ts'
import { importHandler } from './import-records.ts'
import { listRecords, type ListReader } from './resource-list.ts'
import { noRecord, type AnyHooks, type AnyScope, type AnyValues, type ResourcePart } from './resource-part.ts'
import { readRecord } from './resource-rows.ts'
import { revealValue } from './resource-seals.ts'
import { changeRecord, createRecord, removeRecord } from './resource-writes.ts'
import type {
  AnyResource,
  Resource,
  ResourceAction,
  ResourceChange,
  ResourceEndpoints,
  ResourceInput,
  ResourceRecord,
} from './resource.ts'

/** The scope of a hook: that of the call, with the transaction of the change as its database. */
export type ResourceHookScope<Tables> = Omit<WorkspaceScope<Tables>, 'db'> & { readonly db: Queries<Tables> }

/** Hooks of a resource. They run in the transaction of the change, for imports too: a thrown Problem undoes it. */
export interface ResourceHooks<Fields extends FieldMap, Tables> {
  /** Before a record is created; a returned input replaces the given one. */
  beforeCreate?(
    scope: ResourceHookScope<Tables>,
    input: ResourceInput<Fields>,
  ): MaybePromise<ResourceInput<Fields> | void>
  /** Before a record is changed; a returned change replaces the given one. */
  beforeChange?(
    scope: ResourceHookScope<Tables>,
    change: ResourceChange<Fields>,
    record: ResourceRecord<Fields>,
  ): MaybePromise<ResourceChange<Fields> | void>
  beforeDelete?(scope: ResourceHookScope<Tables>, record: ResourceRecord<Fields>): MaybePromise<void>
  afterCreate?(scope: ResourceHookScope<Tables>, record: ResourceRecord<Fields>): MaybePromise<void>
  /** Not called for a change that changes nothing. */
  afterChange?(
    scope: ResourceHookScope<Tables>,
    record: ResourceRecord<Fields>,
    before: ResourceRecord<Fields>,
  ): MaybePromise<void>
  afterDelete?(scope: ResourceHookScope<Tables>, record: ResourceRecord<Fields>): MaybePromise<void>
}

/** Handlers in place of the usual ones, each with the usual one to call. */
export type ResourceReplacements<Base extends string, Fields extends FieldMap, Tables> = {
  readonly [Action in ResourceAction]?: ResourceEndpoints<Base, Fields>[Action] extends infer E extends Endpoint
    ? (
        scope: EndpointScope<E, Tables>,
        usual: () => Promise<EndpointOutput<E>>,
      ) => MaybePromise<EndpointOutput<E> | Response>
    : never
}

/** How a resource is mounted. */
export interface MountResourceOptions<Base extends string, Fields extends FieldMap, Tables> extends ResourceHooks<
  Fields,
  Tables
> {
  /** Endpoints that are left out. */
  readonly omit?: readonly ResourceAction[]
  readonly replace?: ResourceReplacements<Base, Fields, Tables>
}

/** The arguments of the plugin's `mount`. */
export interface ResourceMount<Plugin extends string, Tables> {
  readonly mux: Pick<Mux<Plugin, Tables>, 'endpoint'>
  readonly ctx: PluginContext<Tables>
}

/**
 * Mounts the endpoints of a resource. The plugin has its model among `models`, its events among `events` and its texts
 * in `i18n`.
 * @throws Error when the plugin doesn't declare the events that the mounted endpoints publish
 * @example
 * mountResource({ mux, ctx }, deals, {
 *   omit: ['importCsv'],
 *   afterChange: async ({ orgId }, deal, before) => {
 *     if (deal.stage === 'won' && before.stage !== 'won') await events.publish(dealWon, orgId, { dealId: deal.id })
 *   },
 * })
 * @since 1.0.0
 */
export function mountResource<
  Plugin extends string,
  Name extends string,
  One extends string,
  Fields extends FieldMap,
  Extra extends ColumnMap,
  Tables,
>(
  { mux, ctx }: ResourceMount<Plugin, Tables>,
  resource: Resource<Plugin, Name, One, Fields, Extra>,
  options: MountResourceOptions<`/api/x/${Plugin}/${Name}`, Fields, NoInfer<Tables>> = {},
): void {
  const any = resource as unknown as AnyResource
  const events = requireService(ctx, Events)
  const part: ResourcePart = {
    resource: any,
    ctx,
    events,
    hooks: options as unknown as AnyHooks,
  }
  const { omit = [], replace = {} } = options
  requireEvents(any, omit, new Set(events.catalog().map(({ name }) => name)))
  for (const [action, handler] of Object.entries(handlersOf(part))) {
    const endpoint = any.endpoints[action as ResourceAction]
    if (endpoint === undefined || omit.includes(action as ResourceAction)) continue
    const own = (replace as Readonly<Record<string, ReplacedHandler | undefined>>)[action]
    const mounted = own === undefined ? handler : (scope: never) => own(scope, async () => await handler(scope))
    mux.endpoint(endpoint as never, mounted as never)
  }
}

type ReplacedHandler = (scope: never, usual: () => Promise<unknown>) => unknown

/** The usual handler of each endpoint. */
function handlersOf(part: ResourcePart): Readonly<Record<ResourceAction, (scope: never) => unknown>> {
  const { resource } = part
  type WithInput<Input> = AnyScope & { readonly input: Input }
  return {
    list: (scope: ListReader) => listRecords(resource, scope),
    read: async (scope: AnyScope) => {
      const record = await readRecord(resource, scope, (scope.params as { readonly id: string }).id)
      if (record === undefined) throw noRecord(resource)
      return record
    },
    create: (scope: WithInput<AnyValues>) => createRecord(part, scope, scope.input),
    change: (scope: WithInput<AnyValues>) => changeRecord(part, scope, scope.input),
    remove: (scope: AnyScope) => removeRecord(part, scope),
    reveal: (scope: AnyScope) => revealValue(part, scope),
    exportCsv: (scope: WithInput<ListReader['input']>) => exportRecords(part, scope),
    importCsv: importHandler(part),
  }
}

/** The endpoints that publish each event. */
const publishers = { created: ['create', 'importCsv'], changed: ['change'], deleted: ['remove'] } as const

function requireEvents(
  { events, name }: AnyResource,
  omit: readonly ResourceAction[],
  declared: ReadonlySet<string>,
): void {
  for (const [event, actions] of Object.entries(publishers)) {
    const definition = events[event as keyof typeof publishers]
    if (declared.has(definition.name) || actions.every((action) => omit.includes(action))) continue
    throw new Error(
      `The plugin doesn't declare the event "${definition.name}" of the resource "${name}": add Object.values(${name}.events) to its events.`,
    )
  }
}
