import { join } from 'node:path'
import { createHost, readConfig } from '../../packages/host/src/index.ts'
import type { Database } from '../../packages/host/src/db/database.ts'
import { NamedStatement } from '../../packages/host/src/db/named-statement.ts'
import {
  testDatabases,
  type TestDatabase,
  type TestDatabaseProduct,
} from '../../packages/host/src/db/testing/test-databases.ts'
import { TypeIds } from '../../packages/host/src/db/type-id.ts'
import { defineEvent, definePlugin, Events, type EventsService } from '../../packages/plugin/src/index.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed, standAlone } from '../harness/compare.ts'
import { interleave, type Contender } from '../harness/interleave.ts'
import { fillWorkspaces } from '../servers/fill-workspaces.ts'
import { workspaceId } from '../servers/session-token.ts'

/** How many write at once. */
const writers = 8

const data = { noteId: 'note_01h455vb4pex5vsknk084sn02q', title: 'A note that a person wrote down' }
type Note = typeof data

const noted = defineEvent({
  name: 'note.created',
  description: 'A note was written',
  data: {
    '~standard': {
      version: 1,
      vendor: 'bench',
      validate: (value: unknown) => ({ value: value as Note }),
      jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
    },
  } as const,
  example: data,
})

/** Events that are published, stored and told to one subscriber: against an insert and an update of a bare table. */
export const events: Benchmark = { name: 'events', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const product of testDatabases) rows.push(...(await compare(bench, product)))
  return rows
}

async function compare(bench: Bench, product: TestDatabaseProduct): Promise<readonly Row[]> {
  await using told = await product.create()
  await using bare = await product.create()
  await using host = await startHost(bench, told)
  const table = await bareTable(await bare.open())
  const contenders = [contender('events', bench, host), contender('insert and update of a bare table', bench, table)]
  for (const { measure } of contenders) await measure()
  const samples = await interleave(contenders, bench.scale.rounds)
  const series = ({ name }: Contender<number>) => ({ name, values: samples.get(name) ?? [] })
  const [subject, baseline] = contenders.map(series)
  if (subject === undefined || baseline === undefined) throw new Error('There are two contenders.')
  const what = `Event that is published and told to one subscriber, ${product.name}`
  const perSecond = { name: subject.name, values: subject.values.map((time) => 1e6 / time) }
  return [
    compareSpeed({ what, measure: 'time per event', unit: 'µs', subject, baseline }),
    standAlone({ what, measure: 'events', unit: '/s', subject: perSecond }),
  ]
}

/** Something that is done many times at once, and is over when all that follows from it is. */
interface Work {
  act(): Promise<unknown>
  settled(count: number): Promise<void>
}

/** Works for the length of a slice; the time of one in microseconds. */
function contender(name: string, { scale }: Bench, { act, settled }: Work): Contender<number> {
  const measure = async (): Promise<number> => {
    const since = performance.now()
    let count = 0
    const write = async (): Promise<void> => {
      for (; performance.now() < since + scale.slice; count += 1) await act()
    }
    await Promise.all(Array.from({ length: writers }, write))
    await settled(count)
    return ((performance.now() - since) * 1_000) / count
  }
  return { name, measure }
}

async function startHost(bench: Bench, database: TestDatabase): Promise<Work & AsyncDisposable> {
  await fillWorkspaces(database.url, 1)
  let service: EventsService | undefined
  let told = 0
  let onTold = (): void => undefined
  const plugin = definePlugin({
    name: 'bench',
    info: { title: 'Bench', description: 'Tells', icon: 'gauge', category: 'Work', api: '^1' },
    models: [],
    events: [noted],
    mount(_mux, ctx) {
      service = ctx.lookup(Events)
      service?.subscribe('count', 'note.created', async () => {
        told += 1
        onTold()
      })
    },
  })
  const config = readConfig({
    HOST_DATABASE_URL: database.url,
    HOST_DATA: join(bench.folder, 'events'),
    HOST_LOG_LEVEL: 'warn',
  })
  const entry = { plugin, version: '1.0.0', outOfTree: true }
  const host = await createHost({ plugins: [entry], config, announce: () => {} })
  return {
    act: async () => await service?.publish(noted, workspaceId(0), data),
    settled: async (count) => {
      const all = Promise.withResolvers<void>()
      onTold = () => (told >= count ? all.resolve() : undefined)
      onTold()
      await all.promise
      told -= count
    },
    [Symbol.asyncDispose]: () => host.stop(),
  }
}

async function bareTable(database: Database): Promise<Work> {
  const ids = new TypeIds()
  const { dialect } = database
  const create =
    'create table bench_bare (id text primary key, org_id text not null, data text not null, state text not null)'
  await database.run({ sql: create, parameters: [], writes: true })
  const insert = new NamedStatement<'id' | 'org' | 'data'>(
    dialect,
    "insert into bench_bare (id, org_id, data, state) values (:id, :org, :data, 'waiting')",
  )
  const update = new NamedStatement<'id'>(dialect, "update bench_bare set state = 'done' where id = :id")
  const text = JSON.stringify(data)
  return {
    act: async () => {
      const id = ids.next('bare')
      await database.run(insert.with({ id, org: workspaceId(0), data: text }))
      await database.run(update.with({ id }))
    },
    settled: async () => undefined,
  }
}
