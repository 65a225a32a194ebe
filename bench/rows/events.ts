import { join } from 'node:path'
import { createHost, readConfig } from '../../packages/host/src/index.ts'
import {
  testDatabases,
  type TestDatabase,
  type TestDatabaseProduct,
} from '../../packages/host/testing/database/test-databases.ts'
import { defineEvent, definePlugin, Events, type EventsService } from '../../packages/plugin/src/index.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { bareTable } from '../harness/bare-table.ts'
import { compareSpeed, standAlone } from '../harness/compare.ts'
import { interleave, type Contender } from '../harness/interleave.ts'
import { workContender, type Work } from '../harness/work.ts'
import { fillWorkspaces } from '../servers/fill-workspaces.ts'
import { workspaceId } from '../servers/session-token.ts'

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

/**
 * Events that are published, stored and delivered to one subscriber: against an insert and an update of a bare table.
 */
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
  const table = await bareTable(await bare.open(), data)
  const contenders = [
    workContender('events', bench, host),
    workContender('insert and update of a bare table', bench, table),
  ]
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
