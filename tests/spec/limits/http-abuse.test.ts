/**
 * Clients that mean harm, against a host in a process of its own. The figures are printed and not judged: a machine that
 * is busy with something else would fail no test. `make soak` has the full counts.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { serveExecutable, type Serving } from '../lab/executable.ts'
import { rawExchange } from '../lab/raw-wire.ts'
import { connectSlowly, type SlowHabit } from '../lab/slow-clients.ts'
import { until } from '@host/host/testing/until'

const isSoak = process.env['HOST_SOAK'] === '1'
const counts = isSoak ? { idle: 1_000, slow: 500, asked: 4_000 } : { idle: 100, slow: 50, asked: 400 }
/** Seconds that the host has with a client; long enough to measure while all of them are there. */
const patience = isSoak ? '15' : '4'
const port = ({ url }: Serving): number => Number(new URL(url).port)
const unlimited = { HOST_RATE_API: '0', HOST_OVERLOAD_LIMIT: '0', HOST_ACCESS_LOG: 'off' }

/** Megabytes of memory that a process holds. */
const residentOf = ({ pid }: Serving): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024

const idle: readonly SlowHabit[] = [{ first: '' }, { first: 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n' }]
const slow: readonly SlowHabit[] = [
  { first: 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ', drop: 'a' },
  {
    first:
      'POST /api/x/wire/order HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
    drop: ' ',
  },
  {
    first:
      'POST /api/x/wire/order HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    drop: '1\r\n \r\n',
  },
  { first: 'GET /api/x/wire/endless HTTP/1.1\r\nHost: a\r\n\r\n', isDeaf: true },
  { first: 'GET', drop: ' ' },
]

const many = (habits: readonly SlowHabit[], count: number): readonly SlowHabit[] =>
  Array.from({ length: count }, (_, place) => habits[place % habits.length] as SlowHabit)

/** Asks over kept connections, one question at a time on each. @returns the milliseconds of each answer, in order */
async function askOthers(serving: Serving, count: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const times: number[] = []
  const lane = async (): Promise<void> => {
    while (times.length < count) {
      const since = performance.now()
      const status = await new Promise<number | undefined>((resolve, reject) => {
        get(new URL('/api/x/wire/seen', serving.url), { agent }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode))
        }).once('error', reject)
      })
      assert.equal(status, 200)
      times.push(performance.now() - since)
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()])
  agent.destroy()
  return times.toSorted((one, other) => one - other)
}

const at = (times: readonly number[], share: number): string =>
  `${(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1)} ms`

suite('abuse', () => {
  test('§8.14 clients that are idle or slow take nothing from the others, and are put out in time', async () => {
    await using host = await serveExecutable({
      fixture: 'wire',
      env: {
        ...unlimited,
        HOST_HEADERS_TIMEOUT: patience,
        HOST_REQUEST_TIMEOUT: patience,
        HOST_IDLE_TIMEOUT: patience,
      },
    })
    await askOthers(host, counts.asked)
    const quiet = await askOthers(host, counts.asked)
    const before = residentOf(host)
    using clients = await connectSlowly(port(host), [...many(idle, counts.idle), ...many(slow, counts.slow)])
    const busy = await askOthers(host, counts.asked)
    const during = residentOf(host)
    console.log(
      `${counts.idle} idle and ${counts.slow} slow clients: the others wait ${at(busy, 0.5)} at the median and ` +
        `${at(busy, 0.99)} at p99 (${at(quiet, 0.5)} and ${at(quiet, 0.99)} without them); ` +
        `memory ${before.toFixed(0)} MB, with them ${during.toFixed(0)} MB`,
    )
    const connections = counts.idle + counts.slow
    assert.ok(during - before < 60 + connections * 0.1, 'memory grows by no more than each of them is worth')
    const deaf = many(slow, counts.slow).filter(({ isDeaf }) => isDeaf).length
    while (clients.closed < connections - deaf) {
      await askOthers(host, 20)
      await pause(200)
    }
    // Real waits, here and below: the other process counts the time of its sockets.
    await pause(Number(patience) * 1000)
    clients.listen()
    await until(() => clients.closed === connections)
  })

  test('§8.14 everything too large is refused, and none of it is stored', async () => {
    await using host = await serveExecutable({ fixture: 'wire', env: unlimited })
    const megabyte = 'x'.repeat(1024 * 1024)
    const chunk = `100000\r\n${megabyte}\r\n`
    const post = 'POST /api/x/wire/order HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
    const large: readonly (readonly [what: string, parts: readonly string[], status: number])[] = [
      ['an address', [`GET /${megabyte} HTTP/1.1\r\nHost: a\r\n\r\n`], 431],
      ['a header', [`GET / HTTP/1.1\r\nHost: a\r\nX: ${megabyte}\r\n\r\n`], 431],
      ['the name of a header', [`GET / HTTP/1.1\r\nHost: a\r\n${megabyte}: a\r\n\r\n`], 431],
      ['a number of headers', [`GET / HTTP/1.1\r\nHost: a\r\n${'a: b\r\n'.repeat(2_000)}\r\n`], 431],
      ['a method', [`${megabyte} / HTTP/1.1\r\nHost: a\r\n\r\n`], 400],
      ['cookies', [`GET / HTTP/1.1\r\nHost: a\r\n${`Cookie: ${'c=d; '.repeat(500)}\r\n`.repeat(20)}\r\n`], 431],
      ['a chunk extension', [`${post}Transfer-Encoding: chunked\r\n\r\n1;${megabyte}\r\n`], 413],
      ['trailers', [`${post}Transfer-Encoding: chunked\r\n\r\n0\r\nX: ${megabyte}\r\n\r\n`], 431],
      [
        'a body in chunks',
        [`${post}Transfer-Encoding: chunked\r\n\r\n`, ...Array.from({ length: 20 }, () => chunk)],
        413,
      ],
      [
        'a body that is declared',
        [`${post}Content-Length: ${20 * megabyte.length}\r\n\r\n`, ...Array.from({ length: 20 }, () => megabyte)],
        413,
      ],
      [
        'a body that nobody reads',
        [
          'GET /api/x/wire/mine HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
          ...Array.from({ length: 20 }, () => chunk),
        ],
        401,
      ],
      ['JSON that is deep', [`${post}Content-Length: 200000\r\nConnection: close\r\n\r\n`, '['.repeat(200_000)], 413],
    ]
    const before = residentOf(host)
    for (let round = 0; round < (isSoak ? 20 : 2); round += 1) {
      for (const [what, parts, status] of large) {
        const { answers } = await rawExchange(port(host), ...parts)
        assert.equal(answers[0]?.status, status, what)
      }
    }
    const after = residentOf(host)
    console.log(
      `${large.length} kinds of requests that are too large: memory ${before.toFixed(0)} MB, then ${after.toFixed(0)} MB`,
    )
    assert.equal((await askOthers(host, 20)).length >= 20, true)
  })

  test('§8.14 one address has a quarter of the connections at most, and who waits idle makes room', async () => {
    await using host = await serveExecutable({ fixture: 'wire', env: { ...unlimited, HOST_MAX_CONNECTIONS: '40' } })
    using greedy = await connectSlowly(port(host), many([{ first: '' }], 15))
    await until(() => greedy.closed >= 5)
    await pause(200)
    assert.equal(greedy.closed, 5)
    await using behind = await serveExecutable({
      fixture: 'wire',
      env: { ...unlimited, HOST_MAX_CONNECTIONS: '40', HOST_TRUST_PROXY: '127.0.0.1' },
    })
    using kept = await connectSlowly(port(behind), many([{ first: 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n' }], 40))
    const ask = () => rawExchange(port(behind), 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    let answer = await ask()
    while (answer.answers.length === 0) answer = await ask()
    assert.equal(answer.answers[0]?.status, 200)
    assert.ok(kept.closed > 0)
  })
})
