import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { Problem } from '@host/plugin'
import { AuditLog, type AuditLogService, type AuditRecord } from '@host/plugin/platform'
import { testDatabases, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { labHost } from '../../testing/lab-host.ts'
import { journal } from '../../testing/audit/journal.ts'
import { until } from '../../testing/until.ts'

const org = 'org_reader'

for (const product of testDatabases) {
  suite(`reading the audit log on ${product.dialect}`, () => {
    test('every wish narrows the list down, and a noun means all that begins with it', async (t) => {
      const { log, list, seal } = await filledLog(t, product)
      const wishes: readonly (readonly [filter: Parameters<typeof list>[0], found: string])[] = [
        [{}, '5 4 3 2 1'],
        [{ action: 'note.created' }, '4 1'],
        [{ action: 'note' }, '4 2 1'],
        [{ action: 'no' }, ''],
        [{ target: 'note:a' }, '4 1'],
        [{ target: 'note' }, '4 2 1'],
        [{ actor: 'usr_a' }, '3 1'],
        [{ actor: 'host' }, '4'],
        [{ actor: 'nobody@lab.test' }, ''],
        [{ from: '2026-01-02T00:00:00.000Z' }, '5 4 3 2'],
        [{ to: '2026-01-02T00:00:00.000Z' }, '1'],
        [{ from: '2026-01-02T00:00:00.000Z', to: '2026-01-04T00:00:00.000Z', action: 'note' }, '2'],
        [{ requestId: 'request-5' }, '5'],
      ]
      for (const [filter, found] of wishes) {
        assert.equal(await list(filter), found, JSON.stringify(filter))
      }
      // A count that is taken while entries are sealed may count some of them twice.
      await seal()
      for (const [filter, found] of wishes) {
        assert.equal(await log.count(org, filter, 100), found === '' ? 0 : found.split(' ').length)
      }
      assert.equal(await log.count(org, {}, 3), 3)
    })

    test('entries are counted day by day, sealed or not', async (t) => {
      const { log, write, seal } = await filledLog(t, product)
      await seal()
      await write(6, '2026-01-04T23:59:59.999Z')
      const moments = [2, 3, 4, 5].map((day) => `2026-01-0${day}T00:00:00.000Z`)
      assert.deepEqual(await log.countBetween(org, moments, 100), [1, 1, 2])
      assert.deepEqual(await log.countBetween('org_other', moments, 100), [0, 0, 0])
      assert.throws(() => log.countBetween(org, moments.slice(0, 1), 100), RangeError)
    })

    test('pages follow each other without a gap, while entries are sealed and others are written', async (t) => {
      const { log, write, seal } = await filledLog(t, product)
      const seen: string[] = []
      let cursor: string | undefined
      for (let page = 0; page < 4; page += 1) {
        const { items, nextCursor } = await log.list(org, { limit: 2, cursor })
        seen.push(...items.map(({ requestId }) => String(requestId).slice(8)))
        if (nextCursor === null) break
        cursor = nextCursor
        await write(6 + page, '2026-01-09T00:00:00.000Z')
        if (page === 1) await seal()
      }
      assert.equal(seen.join(' '), '5 4 3 2 1')
    })

    test('entries of one moment are all found, page after page', async (t) => {
      const { log, write } = await filledLog(t, product)
      for (let number = 10; number < 17; number += 1) await write(number, '2026-02-01T00:00:00.000Z')
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await log.list(org, { limit: 2, cursor, from: '2026-02-01T00:00:00.000Z' })
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      assert.deepEqual([seen.length, new Set(seen).size], [7, 7])
    })

    test('an entry is read by its id in its own workspace only, sealed or not', async (t) => {
      const { log, seal } = await filledLog(t, product)
      const [last] = (await log.list(org, { limit: 1 })).items
      const id = last?.id ?? ''
      assert.ok([null, 5].includes((await log.read(org, id)).sequence), 'it is sealed within a second')
      await seal()
      assert.equal((await log.read(org, id)).sequence, 5)
      const isMissing = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found'
      await assert.rejects(log.read('org_other', id), isMissing)
      await assert.rejects(log.read(undefined, id), isMissing)
    })

    test('a cursor that no list gave out is refused with a sentence', async (t) => {
      const { log } = await filledLog(t, product)
      const id = 'aud_01h455vb4pex5vsknk084sn02q'
      const noMoments = [`2026-99-99T99:99:99.999Z_${id}`, `0000-01-01T00:00:00.000Z_${id}`]
      for (const cursor of ['', 'x', '2026-01-01T00:00:00.000Z_usr_1', "' or 1=1", ...noMoments]) {
        await assert.rejects(
          log.list(org, { cursor }),
          (error) => error instanceof Problem && error.code === 'bad_request',
        )
      }
    })

    test('retention has its default until a user changes it, within its bounds', async (t) => {
      const { log } = await filledLog(t, product)
      assert.equal(await log.retention(org), 365)
      await log.setRetention(org, 90)
      assert.deepEqual([await log.retention(org), await log.retention(undefined)], [90, 365])
      for (const days of [29, 3_651, 30.5, Number.NaN]) {
        await assert.rejects(
          log.setRetention(org, days),
          (error) => error instanceof Problem && error.code === 'invalid_input',
        )
      }
    })
  })
}

interface FilledLog {
  readonly log: AuditLogService
  /** The numbers of the entries that a filter finds. */
  list(filter: Parameters<AuditLogService['list']>[1]): Promise<string>
  write(number: number, at: string): Promise<void>
  seal(): Promise<void>
}

/** A host with five entries, a day apart. */
async function filledLog(t: TestContext, product: TestDatabaseProduct): Promise<FilledLog> {
  const fresh = await product.create()
  t.after(() => fresh[Symbol.asyncDispose]())
  const clock = { now: 0 }
  const { host } = await labHost(t, [journal], {
    environment: { HOST_DATABASE_URL: fresh.url },
    clock: () => clock.now || Date.now(),
  })
  const log = host.lookup(AuditLog)
  if (log === undefined) throw new Error('Every host has an audit log.')
  const database = await fresh.open({ isExclusive: false })
  const run = (sql: string) => database.run({ sql, parameters: [], writes: true })
  const write = async (number: number, at: string): Promise<void> => {
    clock.now = Date.parse(at)
    const [action, target] = entries[number] ?? ['note.created', 'note:z']
    await log.record({ orgId: org, action, target, actor: actors[number] ?? { kind: 'user', id: 'usr_z' } })
    await run(
      `update audit_unsealed set request_id = 'request-${number}' where org_id = '${org}' and request_id is null`,
    )
    clock.now = 0
  }
  for (let number = 1; number <= 5; number += 1) await write(number, `2026-01-0${number}T00:00:00.000Z`)
  return {
    log,
    write,
    list: async (filter) => numbersOf((await log.list(org, filter)).items),
    seal: async () => {
      const isSealed = async () => (await log.list(org, { limit: 1 })).items[0]?.sequence !== null
      await until(isSealed)
    },
  }
}

const entries: Readonly<Record<number, readonly [action: string, target: string]>> = {
  1: ['note.created', 'note:a'],
  2: ['note.changed', 'note:b'],
  3: ['member.added', 'user:a'],
  4: ['note.created', 'note:a'],
  5: ['notebook.created', 'notebook:a'],
}

const actors: Readonly<Record<number, { readonly kind: 'user' | 'host'; readonly id?: string }>> = {
  1: { kind: 'user', id: 'usr_a' },
  2: { kind: 'user', id: 'usr_b' },
  3: { kind: 'user', id: 'usr_a' },
  4: { kind: 'host' },
  5: { kind: 'user', id: 'usr_c' },
}

function numbersOf(items: readonly AuditRecord[]): string {
  return items.map(({ requestId }) => String(requestId).slice(8)).join(' ')
}
