/** A plugin whose targets are rows of its table, for the tests of changesets. */
import {
  Changesets,
  Events,
  column,
  defineChangeKind,
  definePlugin,
  model,
  Problem,
  type AnyPlugin,
  type ChangeHandler,
  type ChangesetsService,
  type Dependent,
  type EventsService,
  type TablesOf,
  type WorkspaceContext,
} from '@host/plugin'
import * as z from 'zod/mini'

const Value = model(
  'toy_values',
  {
    id: column.id('toyv'),
    org_id: column.org(),
    target: column.text({ max: 200 }),
    key: column.text({ max: 400 }),
    value: column.text(),
  },
  { unique: [['org_id', 'target', 'key']], index: [['org_id', 'id']] },
)
const models = [Value] as const
type Tables = TablesOf<typeof models>
type ToyScope = WorkspaceContext<Tables>

/** Values are numbers. */
export const toyKind = defineChangeKind({ name: 'values', value: z.number() })
type ToyHandler = ChangeHandler<number, Tables>

/** What a test changes of the plugin. */
export interface ToyOptions {
  readonly name?: string
  /** Is called before and after the effect of each call, with its signal; its error is that of the call. */
  readonly onPoint?: (point: string, signal: AbortSignal) => Promise<void> | void
  readonly judge?: ToyHandler['judge']
  readonly recorded?: ToyHandler['recorded']
  readonly settled?: ToyHandler['settled']
  readonly dependents?: () => Promise<readonly Dependent[]>
}

/** A plugin and its service, once it is mounted. */
export interface Toy {
  readonly plugin: AnyPlugin
  readonly service: () => ChangesetsService
  readonly events: () => EventsService
  /** Writes a value past the service. */
  set(orgId: string, stored: StoredValue): Promise<void>
  values(orgId: string, target: string): Promise<Readonly<Record<string, number>>>
}

/** Makes a toy plugin. */
export function toyPlugin({ name = 'toy', onPoint = () => undefined, ...options }: ToyOptions = {}): Toy {
  let service: ChangesetsService | undefined
  let events: EventsService | undefined
  let scopeOf: ((orgId: string) => Pick<ToyScope, 'db'>) | undefined
  const scope = (orgId: string): Pick<ToyScope, 'db'> => {
    if (scopeOf === undefined) throw new Error('The toy is not mounted.')
    return scopeOf(orgId)
  }
  const plugin = definePlugin({
    name,
    info: { title: 'Toy', description: 'Has values', icon: 'box', category: 'Test', api: '^1' },
    models: name === 'toy' ? models : [],
    mount(_mux, ctx) {
      service = ctx.lookup(Changesets)
      events = ctx.lookup(Events)
      if (service === undefined) throw new Error('Changesets are a service of the host.')
      scopeOf = (orgId) => ({ db: ctx.db.inWorkspace(orgId, 'a test') as unknown as ToyScope['db'] })
      if (name === 'toy') service.handle(toyKind, handlerOf(onPoint, options))
      if (options.dependents !== undefined) service.dependents(options.dependents)
    },
  })
  return {
    plugin,
    service: () => {
      if (service === undefined) throw new Error('The toy is not mounted.')
      return service
    },
    events: () => {
      if (events === undefined) throw new Error('The toy is not mounted.')
      return events
    },
    set: (orgId, stored) => store(scope(orgId), stored),
    values: async (orgId, target) => Object.fromEntries(await read(scope(orgId), target)),
  }
}

function handlerOf(onPoint: NonNullable<ToyOptions['onPoint']>, { judge, recorded, settled }: ToyOptions): ToyHandler {
  return {
    read: async (scope, target, keys) => {
      await onPoint('read', scope.signal)
      if (target === 'missing') throw new Problem('not_found')
      const all = await read(scope, target)
      const values = keys === undefined ? all : new Map([...all].filter(([key]) => keys.includes(key)))
      return { title: `Toy ${target}`, values }
    },
    write: async (scope, target, { key, before, after }) => {
      await onPoint(`before ${key}`, scope.signal)
      const present = (await read(scope, target)).get(key) ?? null
      if (present === after) return
      if (present !== before) throw new Problem('conflict')
      await store(scope, { target, key, value: after })
      await onPoint(`after ${key}`, scope.signal)
    },
    ...(judge !== undefined && { judge }),
    ...(recorded !== undefined && { recorded }),
    ...(settled !== undefined && { settled }),
  }
}

async function read({ db }: Pick<ToyScope, 'db'>, target: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('toy_values').select(['key', 'value']).where('target', '=', target).execute()
  return new Map(rows.map(({ key, value }) => [key, Number(value)]))
}

/** A value of a target; null removes it. */
export interface StoredValue {
  readonly target: string
  readonly key: string
  readonly value: number | null
}

async function store({ db }: Pick<ToyScope, 'db'>, { target, key, value }: StoredValue): Promise<void> {
  await db.deleteFrom('toy_values').where('target', '=', target).where('key', '=', key).execute()
  if (value === null) return
  await db
    .insertInto('toy_values')
    .values({ target, key, value: String(value) })
    .execute()
}
