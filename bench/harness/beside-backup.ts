import { join } from 'node:path'
import type { TestDatabase, TestDatabaseProduct } from '../../packages/host/testing/database/test-databases.ts'
import { startBackup } from '../process/backup-run.ts'
import type { ServerProcess } from '../process/server-process.ts'
import { fillRows } from '../servers/fill-rows.ts'
import { payloadBytes } from '../servers/payload.ts'
import { postRequest } from '../servers/request-head.ts'
import { startServer } from '../servers/start-server.ts'
import type { WorkersServerOptions } from '../servers/workers-server.ts'
import type { Bench } from './bench.ts'
import type { Series } from './compare.ts'
import { interleave, type Contender } from './interleave.ts'

/** The contenders: the second one shows how far two equal measurements lie apart. */
export const without = 'without a backup'
export const again = 'without one, again'
export const beside = 'beside a backup'

const connections = 32
/** Milliseconds: a process that begins loads its code for about so long. */
const head = 700
/** Milliseconds of a measurement, and bytes of a database whose backup takes longer. */
const slice = 4_000
const databaseBytes = 400_000_000
/** More would say the same: a measurement is longer than those of other rows. */
const mostRounds = 7

/** The server, and the part of its capacity that it is loaded with. */
export interface BesideBackup {
  readonly product: TestDatabaseProduct
  readonly workers: number
  readonly share: number
}

/** One measurement. */
export interface BesideSample {
  /** Answers in a second. */
  readonly rate: number
  /** Milliseconds. */
  readonly p99: number
  /** Milliseconds that the event loop of a worker stood still at most. */
  readonly stall: number
}

/** Loads workers with inserts, with and without a backup of their database in a process beside them. */
export async function measureBesideBackup(
  bench: Bench,
  { product, workers, share }: BesideBackup,
): Promise<(name: string, property: keyof BesideSample) => Series> {
  await using database = await product.create()
  const folder = join(bench.folder, `beside-${product.dialect}`)
  const options: WorkersServerOptions = { file: database.url, plugins: 1, workers, folder, hasNotes: true }
  await using server = await startServer(bench, 'workers', options)
  await fill(bench, database)
  const load = loadOf(bench, server)
  const milliseconds = bench.scale.isTrial ? bench.scale.slice : slice
  await load({ milliseconds: bench.scale.warmUp })
  const { rate: most } = await load({ milliseconds })
  const measure = () => load({ milliseconds, perSecond: most * share })
  const backedUp = async (): Promise<BesideSample> => {
    const to = join(bench.folder, 'backup')
    await using backup = await startBackup({ databaseUrl: database.url, dataFolder: folder, to, head })
    const sample = await measure()
    if (backup.isOver && !bench.scale.isTrial) bench.say('The backup was over before the measurement.')
    return sample
  }
  const contenders: readonly Contender<BesideSample>[] = [
    { name: without, measure },
    { name: beside, measure: backedUp },
    { name: again, measure },
  ]
  const samples = await interleave(contenders, Math.min(bench.scale.rounds, mostRounds))
  return (name, property) => ({ name, values: (samples.get(name) ?? []).map((sample) => sample[property]) })
}

async function fill({ scale }: Bench, database: TestDatabase): Promise<void> {
  const opened = await database.open({ isExclusive: false })
  await fillRows(opened, { name: 'bench_notes_notes' }, scale.isTrial ? 200_000 : databaseBytes)
  await opened.close()
}

interface Load {
  readonly milliseconds: number
  /** As many as there can be when left out. */
  readonly perSecond?: number
}

function loadOf({ load }: Bench, server: ServerProcess): (given: Load) => Promise<BesideSample> {
  const body = { title: 'A note that a person wrote down' }
  const requests = [postRequest('/api/x/bench-notes/add', { person: 0, body })]
  const expected = { status: 200, bodyBytes: payloadBytes }
  return async (given) => {
    await server.usage()
    const { answers, seconds, p99 } = await load.run({ port: server.port, requests, connections, expected, ...given })
    const { longestDelay = Number.NaN } = await server.usage()
    return { rate: answers / seconds, p99, stall: longestDelay }
  }
}
