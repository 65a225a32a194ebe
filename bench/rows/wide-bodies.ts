import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { standAlone } from '../harness/compare.ts'
import { interleave, type Contender } from '../harness/interleave.ts'
import { quantile } from '../harness/median.ts'
import { startServer } from '../servers/start-server.ts'

/** Under 1 MiB, in 90,000 properties. */
const wide = `{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":1`).join()}}`
const perSecond = 9
const neighborPause = 50

const attacks = {
  'a typed public endpoint': { path: '/api/notifications/letters', body: wide },
  'a public route that parses JSON by hand': { path: '/api/x/by-hand/json', body: wide },
  'a typed public endpoint, with 13 bytes': { path: '/api/notifications/letters', body: '{"token":"x"}' },
} as const

type Attack = (typeof attacks)[keyof typeof attacks]

/** How long a neighbor waits while one address sends nine wide JSON bodies a second. */
export const wideBodies: Benchmark = { name: 'wide-bodies', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  await using server = await startServer(bench, 'edition', { file: join(bench.folder, 'host.db') })
  const base = `http://127.0.0.1:${server.port}`
  const duration = bench.scale.isTrial ? 300 : 5_000
  const contenders = Object.entries(attacks).map(([name, attack]): Contender<number> => {
    return { name, measure: () => slowestOfNeighbor(base, attack, duration) }
  })
  for (let call = 0; call < 20; call += 1) await ask(base)
  const samples = await interleave(contenders, bench.scale.isTrial ? 1 : 3)
  return contenders.map(({ name }) =>
    standAlone({
      what: `Neighbor of nine bodies a second to ${name}`,
      measure: '95th percentile of its answers',
      unit: 'ms',
      goal: { atMost: 100 },
      subject: { name, values: samples.get(name) ?? [] },
    }),
  )
}

async function slowestOfNeighbor(base: string, attack: Attack, duration: number): Promise<number> {
  const end = performance.now() + duration
  const attacking = sendUntil(end, base, attack)
  const times: number[] = []
  while (performance.now() < end) {
    times.push(await ask(base))
    await sleep(neighborPause)
  }
  await attacking
  return quantile(times, 0.95)
}

async function sendUntil(end: number, base: string, { path, body }: Attack): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' }
  const sent: Promise<unknown>[] = []
  while (performance.now() < end) {
    // A refusal may close the connection before the whole body is sent.
    const call = fetch(`${base}${path}`, { method: 'POST', headers, body }).then((answer) => answer.text())
    sent.push(call.catch(() => undefined))
    await sleep(1000 / perSecond)
  }
  await Promise.all(sent)
}

/** Milliseconds until another address has its answer. */
async function ask(base: string): Promise<number> {
  const since = performance.now()
  const answer = await fetch(`${base}/api/auth/methods`, { headers: { 'x-forwarded-for': '198.51.100.1' } })
  await answer.text()
  if (answer.status !== 200 && answer.status !== 503) throw new Error(`The neighbor got ${answer.status}.`)
  return performance.now() - since
}
