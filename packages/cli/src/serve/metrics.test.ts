import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Product } from './testing/product.ts'

const token = 'a-long-and-random-token-of-the-operator'

/** The values of one scrape, by series; undefined without an answer. */
async function scrape(product: Product): Promise<ReadonlyMap<string, number> | undefined> {
  const { url } = await product.logged('Listening')
  try {
    const answer = await fetch(new URL('/metrics', String(url)), {
      headers: { authorization: `Bearer ${token}`, connection: 'close' },
      signal: AbortSignal.timeout(20_000),
    })
    if (!answer.ok) return undefined
    const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
  } catch {
    return undefined
  }
}

type Scrape = NonNullable<Awaited<ReturnType<typeof scrape>>>

const calls = (seen: Scrape, worker: number): number =>
  seen.get(`host_http_requests_total{plugin="rude",method="GET",status="2xx",worker="${worker}"}`) ?? 0
const isUp = (seen: Scrape): string =>
  [1, 2].map((worker) => seen.get(`host_worker_up{worker="${worker}"}`) ?? '-').join()
const startOf = (seen: Scrape, worker: number): number =>
  seen.get(`process_start_time_seconds{worker="${worker}"}`) ?? 0

/** Waits for a scrape of which something holds. */
async function scraped(product: Product, what: string, holds: (seen: Scrape) => boolean): Promise<Scrape> {
  return await product.until(what, async () => {
    const seen = await scrape(product)
    return seen !== undefined && holds(seen) ? seen : undefined
  })
}

test('§P59 one scrape covers all workers, whichever takes it, and names one that does not answer', async (t) => {
  const env = { HOST_METRICS_TOKEN: token, HOST_EXIT_ON_STALL: 'off' }
  const product = await Product.start(t, { typed: ['--workers', '2'], env })
  const workers = await product.workers(2)
  const before = await scraped(product, 'two workers in a scrape', (seen) => isUp(seen) === '1,1')
  const byPid = new Map<number, number>(workers.map((pid) => [pid, 0]))
  for (let call = 0; call < 30 || Math.min(...byPid.values()) === 0; call += 1) {
    const pid = (await product.answering()) ?? 0
    byPid.set(pid, (byPid.get(pid) ?? 0) + 1)
  }
  const answered = [...byPid.values()].toSorted((a, b) => a - b)
  let last = await scraped(product, 'what each has answered', (seen) => {
    const counted = [1, 2].map((worker) => calls(seen, worker) - calls(before, worker)).toSorted((a, b) => a - b)
    return counted.join() === answered.join()
  })

  // Each on a connection of its own, so that both workers are scraped, some of them at once.
  for (let round = 0; round < 5; round += 1) {
    const whole = (seen: Scrape): boolean => isUp(seen) === '1,1'
    for (const seen of await Promise.all([1, 2].map(() => scraped(product, 'both workers in a scrape', whole)))) {
      for (const worker of [1, 2]) assert.ok(calls(seen, worker) >= calls(last, worker), 'no counter goes back')
      const unlabelled = [...seen.keys()].filter((series) => !series.includes('worker="'))
      assert.deepEqual(
        unlabelled.filter((series) => !series.startsWith('host_jobs')),
        [],
      )
      assert.deepEqual(
        [...seen.keys()].filter((series) => /^host_jobs\b.*worker=/.test(series)),
        [],
      )
      last = seen
    }
  }

  const [victim = 0] = workers
  process.kill(victim, 'SIGSTOP')
  const stopped = await scraped(product, 'a worker that does not answer', (seen) => /^(?:0,1|1,0)$/.test(isUp(seen)))
  const silent = isUp(stopped) === '0,1' ? 1 : 2
  assert.deepEqual(
    [...stopped.keys()].filter((series) => series.includes(`worker="${silent}"`)),
    [`host_worker_up{worker="${silent}"}`],
  )
  process.kill(victim, 'SIGKILL')
  const whole = await scraped(product, 'the worker that took its place', (seen) => isUp(seen) === '1,1')
  assert.ok(startOf(whole, silent) > startOf(last, silent), 'a counter that begins again comes with its start')
  assert.equal(startOf(whole, 3 - silent), startOf(last, 3 - silent))
})
