import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed, standAlone } from '../harness/compare.ts'
import { measureHttp } from '../harness/measure-http.ts'
import { uniqueNumber } from '../load/load-job.ts'
import type { HostServerOptions } from '../servers/host-server.ts'
import { payloadBytes } from '../servers/payload.ts'
import { postRequest } from '../servers/request-head.ts'
import { startServer } from '../servers/start-server.ts'

const addPath = '/api/x/bench-notes/add'
const note = { person: 0, body: { title: 'A note that a person wrote down' } }

const fresh = 'with a new key'
const keyless = 'without a key'
const replayed = 'a stored answer'
const oneRow = 'a guarded POST that reads a row'

/** Cost of an `Idempotency-Key`: a new one, and one with a stored response. Every write is durable. */
export const idempotency: Benchmark = { name: 'idempotency', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const options: HostServerOptions = { file: join(bench.folder, 'host.db'), workspaces: 1, plugins: 1 }
  await using server = await startServer(bench, 'host', options)
  const stored = [postRequest(addPath, { ...note, idempotencyKey: 'one' })]
  const expected = { status: 200, bodyBytes: payloadBytes }
  // While the first request runs its repeats are refused, so it is sent alone.
  await bench.load.run({ port: server.port, requests: stored, connections: 1, milliseconds: 1, expected })
  const series = await measureHttp(bench, [
    { name: fresh, server, requests: [postRequest(addPath, { ...note, idempotencyKey: uniqueNumber })] },
    { name: keyless, server, requests: [postRequest(addPath, note)] },
    { name: replayed, server, requests: stored },
    { name: oneRow, server, requests: [postRequest('/api/x/bench-notes/read', { person: 0, body: { id: 'note_0' } })] },
  ])
  const pair = (subject: string, baseline: string, property: 'cpu' | 'time') => ({
    subject: series(subject, property),
    baseline: series(baseline, property),
    measure: property === 'cpu' ? 'CPU per request' : 'time per request',
    unit: 'µs' as const,
  })
  const insert = 'POST with one durable insert and a new key, SQLite'
  const replay = 'Replay of a stored answer'
  const perSecond = series(fresh, 'time').values.map((time) => 1e6 / time)
  return [
    compareSpeed({ what: insert, ...pair(fresh, keyless, 'cpu'), goal: { atLeast: 0.5 } }),
    compareSpeed({ what: insert, ...pair(fresh, keyless, 'time') }),
    standAlone({
      what: insert,
      measure: 'answers',
      unit: '/s',
      goal: { atLeast: 2500 },
      subject: { name: fresh, values: perSecond },
    }),
    compareSpeed({ what: replay, ...pair(replayed, oneRow, 'cpu'), goal: { atLeast: 0.6 } }),
    compareSpeed({ what: replay, ...pair(replayed, oneRow, 'time') }),
  ]
}
