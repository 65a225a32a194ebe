import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { join } from 'node:path'
import { csrfTokenOf } from '../../packages/host/src/identity/secret-token.ts'
import { testDatabases } from '../../packages/host/testing/database/test-databases.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { standAlone } from '../harness/compare.ts'
import { quantile } from '../harness/median.ts'
import { sessionToken } from '../servers/session-token.ts'
import { startServer } from '../servers/start-server.ts'

/** Changes of a round. */
const changes = 100
const processes = 3

/** How long a change of a short link takes until three processes over PostgreSQL know of it, which is when it is answered. */
export const linkWrites: Benchmark = { name: 'link-writes', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const product = testDatabases.find(({ dialect }) => dialect === 'postgres')
  if (product === undefined) throw new Error('This benchmark needs PostgreSQL.')
  await using fresh = await product.create()
  await using stack = new AsyncDisposableStack()
  const options = { file: fresh.url, plugins: 1, links: 1_000, folder: join(bench.folder, 'link-writes') }
  const first = stack.use(await startServer(bench, 'host', { ...options, workspaces: 1 }))
  for (let each = 1; each < processes; each += 1) {
    stack.use(await startServer(bench, 'host', { ...options, workspaces: 0 }))
  }
  const { items } = (await send(first.port, 'GET /api/x/links/links')) as { items: readonly { id: string }[] }
  const rounds: (readonly number[])[] = []
  for (let round = 0; round < bench.scale.rounds; round += 1) {
    const times: number[] = []
    for (let change = 0; change < (bench.scale.isTrial ? 5 : changes); change += 1) {
      const id = items[change % items.length]?.id ?? ''
      const since = performance.now()
      await send(first.port, `PATCH /api/x/links/links/${id}`, { redirect: round % 2 === 0 ? 307 : 302 })
      times.push(performance.now() - since)
    }
    rounds.push(times)
  }
  const row = (measure: string, share: number, goal?: { readonly atMost: number }): Row =>
    standAlone({
      what: `Change of a short link that ${processes} processes over PostgreSQL know`,
      measure,
      unit: 'ms',
      ...(goal && { goal }),
      subject: { name: 'changes', values: rounds.map((times) => quantile(times, share)) },
    })
  return [row('time, p50', 0.5), row('time, p99', 0.99, { atMost: 50 })]
}

/** Sends a request of the first person. @throws Error for a status other than 200 */
export async function send(port: number, line: `${string} ${string}`, body?: object): Promise<unknown> {
  const [method = '', path = ''] = line.split(' ')
  const token = sessionToken(0)
  const headers = {
    host: 'bench.test',
    origin: 'http://bench.test',
    cookie: `host_session=${token}`,
    'x-csrf-token': csrfTokenOf(token),
    'content-type': 'application/json',
  }
  const sent = request({ port, host: '127.0.0.1', method, path, headers })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const data = await json(answer)
  if (answer.statusCode !== 200) throw new Error(`${line}: ${answer.statusCode} ${JSON.stringify(data)}`)
  return data
}
