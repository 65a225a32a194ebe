import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { duplexPair } from 'node:stream'
import { suite, test } from 'node:test'
import { migrate } from '../../database/migrate/migrate.ts'
import { queryPostgres } from '../../../testing/database/query-postgres.ts'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import type { Medium, PeerRow } from './medium.ts'
import { coherenceModels } from './models.ts'
import { openCoherence } from './open-coherence.ts'
import { ParentMedium } from './parent-medium.ts'
import { ParentTable } from './parent-table.ts'
import { openPostgresMedium } from './postgres-medium.ts'
import { slotOf } from './epochs.ts'
import { until } from '../../../testing/until.ts'

const postgres = testDatabases.find(({ dialect }) => dialect === 'postgres')

/** Opens as many media as one likes, over the same rows. */
type Open = (stack: AsyncDisposableStack) => Promise<(onTold: (row: PeerRow | undefined) => void) => Promise<Medium>>

async function freshPostgres(stack: AsyncDisposableStack) {
  const fresh = stack.use(await postgres!.create())
  await migrate(await fresh.open(), [{ name: 'host', models: coherenceModels }])
  return fresh
}

const media: Readonly<Record<string, Open>> = {
  async 'a table of PostgreSQL'(stack) {
    const { url } = await freshPostgres(stack)
    return async (onTold) => stack.adopt(await openPostgresMedium(url, onTold), (medium) => medium.close())
  },
  async 'the memory of a parent'() {
    const table = new ParentTable()
    return async (onTold) => {
      const [near, far] = duplexPair()
      table.add(far)
      return await new ParentMedium(near).open(onTold)
    }
  },
}

function rowOf(beat: number, rest: Partial<PeerRow> = {}): PeerRow {
  return { id: 'peer_a', beat, said: 0, news: [], heard: {}, ...rest }
}

for (const [name, open] of Object.entries(media)) {
  suite(`rows in ${name}`, () => {
    test('a row is written only where it stands as it was, and everyone is read with it', async () => {
      await using stack = new AsyncDisposableStack()
      const at = await open(stack)
      const [a, b] = [await at(() => undefined), await at(() => undefined)]
      assert.deepEqual(await a.join(rowOf(0), undefined), [rowOf(0)])
      await b.join(rowOf(0, { id: 'peer_b' }), undefined)
      const said = rowOf(1, { said: 1, news: [[1, [5, 7]]], heard: { peer_b: 3 } })
      assert.equal((await a.beat(said, []))?.length, 2)
      assert.equal(await a.beat(said, []), undefined, 'the same beat again')
      assert.deepEqual(
        (await b.beat(rowOf(1, { id: 'peer_b' }), []))?.find(({ id }) => id === 'peer_a'),
        said,
      )
      await b.remove([rowOf(0)])
      assert.ok(await a.beat(rowOf(2), []), 'a beat that is over removes nothing')
      await b.remove([rowOf(2)])
      assert.equal(await a.beat(rowOf(3), []), undefined, 'the row is gone')
      assert.equal((await a.join(rowOf(0, { id: 'peer_c' }), 'peer_b')).length, 1, 'in place of the former')
    })

    test('a write that concerns others is published to them', async () => {
      await using stack = new AsyncDisposableStack()
      const at = await open(stack)
      const told = Promise.withResolvers<PeerRow | undefined>()
      const [a, b] = [await at(() => undefined), await at((row) => row?.id === 'peer_a' && told.resolve(row))]
      await b.join(rowOf(0, { id: 'peer_b' }), undefined)
      await a.join(rowOf(0), undefined)
      const said = rowOf(1, { said: 1, news: [[1, null]] })
      await a.beat(said, 'all')
      assert.deepEqual(await told.promise, said)
    })
  })
}

test('a process whose row was removed forgets everything, and is heard again', async () => {
  await using stack = new AsyncDisposableStack()
  const { url, adminUrl } = await freshPostgres(stack)
  const begin = () =>
    stack.use(openCoherence({ config: { databaseUrl: url }, worker: undefined, threadCode: undefined }))
  const [a, b] = [begin().coherence, begin().coherence]
  await until(() => a.isTrusted() && b.isTrusted())
  const since = b.epochs.now
  await queryPostgres(new URL(adminUrl), 'delete from host_peers')
  await until(() => !b.epochs.isCurrent([1], since))
  await until(() => a.isTrusted() && b.isTrusted())
  const subject = `usr_${randomUUID()}`
  const before = b.epochs.now
  await a.forget([subject])
  assert.ok(!b.epochs.isCurrent([slotOf(subject)], before))
})

test('a process that took its leave announces nothing more', async () => {
  await using stack = new AsyncDisposableStack()
  const { url } = await freshPostgres(stack)
  const opened = openCoherence({ config: { databaseUrl: url } })
  await opened[Symbol.asyncDispose]()
  await assert.rejects(opened.coherence.forget([`usr_${randomUUID()}`]), { code: 'service_unavailable' })
})

test('an announcement that is under way at the end is still answered', async () => {
  await using stack = new AsyncDisposableStack()
  const { url } = await freshPostgres(stack)
  const opened = openCoherence({ config: { databaseUrl: url } })
  await until(() => opened.coherence.isTrusted())
  // The next beat is a while off after this one, so that the announcement begins one.
  await opened.coherence.forget([`usr_${randomUUID()}`])
  const told = opened.coherence.forget([`usr_${randomUUID()}`])
  await Promise.all([told, opened[Symbol.asyncDispose]()])
})

test('the thread of a process that took its leave serves the next database, and only that', async () => {
  await using stack = new AsyncDisposableStack()
  const [first, second] = [await freshPostgres(stack), await freshPostgres(stack)]
  let started = 0
  const onWorker = (): void => void (started += 1)
  process.on('worker', onWorker)
  stack.defer(() => void process.off('worker', onWorker))
  const rows = (url: string) => queryPostgres(new URL(url), 'select id from host_peers')
  for (const { url, adminUrl } of [first, second, first]) {
    await using opened = openCoherence({ config: { databaseUrl: url } })
    await until(() => opened.coherence.isTrusted())
    await opened.coherence.forget([`usr_${randomUUID()}`])
    assert.equal((await rows(adminUrl)).length, 1)
  }
  assert.ok(started <= 1, `${started} threads were started`)
  assert.deepEqual([...(await rows(first.adminUrl)), ...(await rows(second.adminUrl))], [])
})
