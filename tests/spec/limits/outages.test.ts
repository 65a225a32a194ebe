/** Answers of a host while its database is unavailable or full, and the recovery afterwards. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { PostgresProcess, type PostgresEnding } from '@host/host/testing/database/postgres-process'
import { serverOf } from '@host/host/testing/database/postgres-server'
import { postgresOn } from '@host/host/testing/database/test-databases'
import { assertProblem } from '../lab/assert-answers.ts'
import { startCluster, type Cluster } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import { startWriting, type WriteLoad } from '../lab/write-load.ts'

const internals = /econn|enoent|socket|sqlite|postgres|select|insert|terminat|disk i\/o|\/tmp/i

interface Readiness {
  readonly status: string
  readonly reasons: readonly string[]
}

async function readinessOf(cluster: Cluster): Promise<Readiness> {
  const { body } = await cluster.visitor().get<Readiness>('/readyz')
  return body
}

/** Asserts the response to an outage: 503 with `Retry-After`, and calm words in the reader's language. */
async function assertCalm(cluster: Cluster, detail: Readonly<Record<string, string>>): Promise<void> {
  for (const [language, words] of Object.entries(detail)) {
    const answer = await cluster.send(cluster.people.ada, {
      order: { tag: `calm-${language}` },
      headers: { 'accept-language': language },
    })
    const problem = assertProblem(answer, 503, 'service_unavailable')
    assert.equal(problem.detail, words)
    assert.match(answer.header('retry-after') ?? '', /^[1-9]\d?$/)
    assert.doesNotMatch(answer.body.toString(), internals)
  }
}

function assertOnly503(load: WriteLoad): void {
  assert.deepEqual([...new Set(load.refusals.map(({ status }) => status))], [503])
  assert.equal(load.unanswered, 0)
}

function assertAlive(cluster: Cluster): void {
  for (const { hasEnded } of cluster.hosts) assert.equal(hasEnded, false)
}

describe('a database that is away', async () => {
  const server = await PostgresProcess.create()
  const product = postgresOn(await serverOf(server))
  after(async () => await server.end('immediate'))

  for (const ending of ['fast', 'immediate', 'killed'] as const satisfies readonly PostgresEnding[]) {
    test(`two hosts say so while PostgreSQL is gone (${ending}), and write again when it is back`, async () => {
      await using cluster = await startCluster(
        { name: ending, dialect: 'postgres', size: 2 },
        { program: 'ledger', product },
      )
      await using load = startWriting(cluster, ending)
      await until(() => load.acknowledged >= 50)
      await server.end(ending)
      await until(() => load.refusals.length >= 20)
      await assertCalm(cluster, {
        en: "The database isn't responding.",
        zh: '数据库暂时没有响应。',
      })
      assert.deepEqual((await readinessOf(cluster)).reasons, ["The database isn't responding."])
      assert.equal((await cluster.visitor().get('/healthz')).status, 200)
      await server.start()
      const before = load.acknowledged
      await until(() => load.acknowledged >= before + 50)
      assert.equal((await readinessOf(cluster)).status, 'ready')
      await load.stop()
      assertOnly503(load)
      assertAlive(cluster)
      await load.assertKept()
    })
  }
})

test('a host with a full disk keeps reading, reports it, and writes again when there is space', async () => {
  await using cluster = await startCluster({ name: 'full', dialect: 'sqlite', size: 1 }, { largestFile: 4_600_000 })
  const [host] = cluster.hosts
  assert.ok(host)
  await using load = startWriting(cluster, 'full')
  await until(() => load.refusals.length >= 20)
  assert.ok(load.acknowledged > 0)
  await assertCalm(cluster, { en: "The database isn't responding.", zh: '数据库暂时没有响应。' })
  // The remaining space may accept a small write for a while.
  await until(async () => (await readinessOf(cluster)).status === 'not_ready')
  assert.equal((await cluster.people.ada.get('/api/auth/me')).status, 200)
  if (process.platform === 'linux') await host.unlimit()
  else {
    await host.kill()
    await cluster.start(0, { largestFile: undefined })
  }
  const before = load.acknowledged
  await until(() => load.acknowledged >= before + 50)
  assert.equal((await readinessOf(cluster)).status, 'ready')
  await load.stop()
  assert.deepEqual([...new Set(load.refusals.map(({ status }) => status))], [503])
  await load.assertKept()
})
