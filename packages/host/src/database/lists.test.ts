import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { column, listOf, model, Problem, type ListInput, type ScopedDatabase, type TablesOf } from '@host/plugin'
import { listInput } from '@host/plugin/zod'
import { DataAccess } from './data-access.ts'
import { migrate } from './migrate/migrate.ts'
import { testDatabases, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'

const Thing = model(
  'things_things',
  {
    id: column.id('thing'),
    org_id: column.org(),
    name: column.text({ nullable: true }),
    rank: column.integer({ nullable: true }),
    weight: column.real(),
    is_done: column.boolean({ nullable: true }),
    made_at: column.time(),
  },
  { index: [['org_id', 'id']] },
)
const owners = [{ name: 'things', models: [Thing] }]
type Tables = TablesOf<readonly [typeof Thing]>
type Thing = Awaited<ReturnType<typeof allOf>>[number]

const orders = ['name', 'title', 'rank', 'weight', 'isDone', 'madeAt'] as const
const Input = listInput({
  sort: orders,
  filters: { rank: z.int(), ranks: z.array(z.int()), isDone: z.boolean(), heavier: z.number() },
  ranges: ['madeAt'],
  search: true,
})

const pagesRead = process.env['HOST_SOAK'] === '1' ? 10_000 : 400

/** Ties in every column, both cases, accents, signs of `like`, characters beyond 16 bits and Chinese. */
const names = [
  null,
  '',
  'a',
  'A',
  'Ab',
  'aB',
  'b',
  'B%',
  'b_',
  'É',
  'é',
  'z',
  'Z',
  '中文',
  '短链接',
  '😀',
  '\uFF21',
  'a\\b',
]

function rows(random: () => number, orgId: string, count: number) {
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value
  return Array.from({ length: count }, () => ({
    org_id: orgId,
    name: pick(names),
    rank: pick([null, -1, 0, 1, 2, 2 ** 53 - 1]),
    weight: pick([-0.5, 0, 0.1, 0.30000000000000004, 1e300]),
    is_done: pick([null, true, false]),
    made_at: pick(['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2027-03-04T05:06:07.890Z']),
  }))
}

/** Queries whose rows have the columns of an order, and queries whose rows have others under their names. */
const queries = {
  whole: (db: ScopedDatabase<Tables>) => db.selectFrom('things_things').selectAll(),
  named: (db: ScopedDatabase<Tables>) =>
    db.selectFrom('things_things').select(['id', 'org_id', 'name', 'rank', 'weight', 'is_done', 'made_at']),
  renamed: (db: ScopedDatabase<Tables>) =>
    db
      .selectFrom('things_things')
      .select([
        'id',
        'org_id',
        'name as made_at',
        'made_at as name',
        'is_done as rank',
        'rank as weight',
        'weight as is_done',
      ]),
}

function listed(
  db: ScopedDatabase<Tables>,
  input: z.infer<typeof Input>,
  { usual, query = 'whole' }: { readonly usual?: Asked['sort']; readonly query?: keyof typeof queries } = {},
) {
  return listOf({ db, input }, queries[query](db) as unknown as ReturnType<(typeof queries)['whole']>, {
    ...(usual !== undefined && { usual }),
    sort: {
      name: 'name',
      title: { text: 'name' },
      rank: 'rank',
      weight: 'weight',
      isDone: 'is_done',
      madeAt: 'made_at',
    },
    filter: {
      rank: 'rank',
      ranks: 'rank',
      isDone: 'is_done',
      heavier: { where: (build, value) => build('weight', '>', value) },
      madeAtFrom: ['made_at', '>='],
      madeAtTo: ['made_at', '<'],
    },
    search: ['name'],
  })
}

const allOf = (db: ScopedDatabase<Tables>) => db.selectFrom('things_things').selectAll().execute()

async function open(product: TestDatabaseProduct) {
  const fresh = await product.create()
  const database = await fresh.open()
  await migrate(database, owners)
  const access = new DataAccess({ database, owners, onDoor: () => undefined })
  let seed = 20_261_124
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const instance = access.asInstance<Tables>('things')
  for (const [org, count] of [
    ['org_a', 250],
    ['org_b', 60],
  ] as const) {
    await instance
      .insertInto('things_things')
      .values(rows(random, org, count))
      .execute()
  }
  const db = access.inWorkspace<Tables>('things', 'org_a')
  return { db, all: await allOf(db), [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose]() }
}

type Asked = z.infer<typeof Input>

/** Nulls come first, text is compared by its bytes, and the id ends every order. */
function inMemory(all: readonly Thing[], { sort, q = '', ...filters }: Asked): readonly string[] {
  const isDescending = sort?.startsWith('-') ?? true
  const name = sort?.replace('-', '') ?? 'id'
  const valueOf = (row: Thing): unknown => {
    if (name === 'title') return row.name === null ? null : folded(row.name)
    const values: Readonly<Record<string, unknown>> = { ...row, isDone: row.is_done, madeAt: row.made_at }
    return values[name]
  }
  const found = all.filter(
    (row) =>
      (q.trim() === '' || (row.name !== null && folded(row.name).includes(folded(q.trim())))) &&
      (filters.rank === undefined || row.rank === filters.rank) &&
      (filters.ranks === undefined || filters.ranks.includes(row.rank as number)) &&
      (filters.isDone === undefined || row.is_done === filters.isDone) &&
      (filters.heavier === undefined || row.weight > filters.heavier) &&
      (filters.madeAtFrom === undefined || row.made_at >= filters.madeAtFrom) &&
      (filters.madeAtTo === undefined || row.made_at < filters.madeAtTo),
  )
  const sorted = found.toSorted((one, other) => compare(valueOf(one), valueOf(other)) || compare(one.id, other.id))
  return (isDescending ? sorted.toReversed() : sorted).map(({ id }) => id)
}

/** Both databases fold the letters A to Z. */
function folded(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function compare(one: unknown, other: unknown): number {
  if (one === null || other === null) return Number(other === null) - Number(one === null)
  if (typeof one === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other as string))
  return Number(one) - Number(other)
}

const asked = fc.record(
  {
    sort: fc.constantFrom(...orders.flatMap((name) => [name, `-${name}`] as const)),
    q: fc.constantFrom('', ' ', 'a', 'B', 'é', '%', '_', '\\', '文', '😀', 'nothing'),
    rank: fc.constantFrom(0, 1, 7),
    ranks: fc.constantFrom<number[]>([], [1, 2], [-1, 0, 2 ** 53 - 1]),
    isDone: fc.boolean(),
    heavier: fc.constantFrom(-1, 0.1, 5),
    madeAtFrom: fc.constantFrom('2026-01-01T00:00:00.001Z', '2027-01-01T00:00:00.000Z'),
    madeAtTo: fc.constantFrom('2026-01-01T00:00:00.001Z', '2028-01-01T00:00:00.000Z'),
  },
  { requiredKeys: [] },
)

for (const product of testDatabases) {
  describe(`a list on ${product.name}`, () => {
    let lab: Awaited<ReturnType<typeof open>>
    before(async () => void (lab = await open(product)))
    after(() => lab[Symbol.asyncDispose]())

    test('has the items of a plain sort in memory, page by page', async (t) => {
      const walk = { pages: 0 }
      const shape = fc.record({ query: fc.constantFrom('whole', 'named', 'renamed'), isUsual: fc.boolean() })
      const size = fc.integer({ min: 1, max: 90 })
      const walked = fc.asyncProperty(asked, size, shape, async (wanted, limit, { query, isUsual }) => {
        const isPlain = isUsual && wanted.sort !== undefined
        const { sort } = wanted
        const input = isPlain ? {} : { ...wanted, total: true }
        const expected = inMemory(lab.all, isPlain ? { sort } : wanted)
        const options = { query, ...(isPlain && { usual: sort }) } as const
        const seen: string[] = []
        let cursor: string | undefined
        do {
          const page = await listed(lab.db, { ...input, limit, ...(cursor && { cursor }) }, options)
          assert.ok(page.items.length <= limit)
          assert.ok(page.nextCursor === null || page.items.length === limit, 'only the last page may be short')
          assert.equal(page.total, isPlain ? undefined : expected.length)
          seen.push(...page.items.map(({ id }) => id))
          cursor = page.nextCursor ?? undefined
          walk.pages += 1
        } while (cursor !== undefined)
        assert.deepEqual(seen, expected)
      })
      for (let seed = 1; walk.pages < pagesRead; seed += 1) await fc.assert(walked, { numRuns: 10, seed })
      t.diagnostic(`${walk.pages} pages`)
    })

    test('answers rows of its workspace alone, without the columns of the order', async () => {
      const { items } = await listed(lab.db, { limit: 200, sort: 'rank' })
      assert.equal(items.length, 200)
      assert.deepEqual(new Set(items.map(({ org_id: orgId }) => orgId)), new Set(['org_a']))
      assert.deepEqual(Object.keys(items[0] ?? {}).toSorted(), Object.keys(lab.all[0] ?? {}).toSorted())
    })

    test('goes on behind an item that was deleted meanwhile', async () => {
      const first = await listed(lab.db, { limit: 10, sort: 'title' })
      const last = first.items.at(-1)?.id ?? ''
      await lab.db.deleteFrom('things_things').where('id', '=', last).execute()
      const second = await listed(lab.db, { limit: 10, sort: 'title', cursor: first.nextCursor ?? '' })
      const expected = inMemory(lab.all, { sort: 'title' }).slice(10, 20)
      assert.deepEqual(
        second.items.map(({ id }) => id),
        expected,
      )
      lab = { ...lab, all: await allOf(lab.db) }
    })

    test('goes on behind a text that is too long for a cursor', async () => {
      const texts = ['b', 'a', 'c'].map((end) => '北京 "quoted" '.repeat(200) + end)
      await lab.db
        .insertInto('things_things')
        .values(texts.map((name) => ({ name, weight: -7, made_at: '2026-01-01T00:00:00.000Z' })))
        .execute()
      for (const sort of ['name', '-title'] as const) {
        const input = { sort, q: '"quoted"', limit: 1 }
        const first = await listed(lab.db, input)
        const { cursor = '' } = z.parse(Input, { cursor: first.nextCursor })
        const second = await listed(lab.db, { ...input, limit: 2, cursor })
        const seen = [...first.items, ...second.items].map(({ name }) => name?.at(-1)).join('')
        assert.equal(seen, sort === 'name' ? 'abc' : 'cba')
      }
      await lab.db.deleteFrom('things_things').where('weight', '=', -7).execute()
    })

    test('refuses cursors that it never answered with a bad request', async () => {
      const other = (await listed(lab.db, { limit: 1, sort: 'rank' })).nextCursor ?? ''
      const forged = (value: unknown, order = 'rank') =>
        `thing_1~${Buffer.from(JSON.stringify([order, value])).toString('base64url')}`
      const cursors: readonly (readonly [cursor: string, sort?: Asked['sort']])[] = [
        [other, 'weight'],
        [other],
        ['thing_1', 'rank'],
        [''],
        ['~'],
        ['thing_1~', 'rank'],
        ['thing_1~!', 'rank'],
        ['thing\0_1'],
        ['x'.repeat(500)],
        [forged('text'), 'rank'],
        [forged({}), 'rank'],
        [forged(true), 'rank'],
        [forged(1e300), 'madeAt'],
        [forged(1, 'name'), 'name'],
        [forged(1, 'title'), 'title'],
        [forged('a\0b', 'title'), 'title'],
        [forged('no time', 'madeAt'), 'madeAt'],
        [`thing_1~${Buffer.from('["name"]').toString('base64url')}`, 'name'],
      ]
      for (const [cursor, sort] of cursors) {
        const page = listed(lab.db, { cursor, ...(sort && { sort }) })
        await assert.rejects(page, (error) => error instanceof Problem && error.code === 'bad_request', cursor)
      }
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), asked, async (text, wanted) => {
          const input: ListInput = { ...wanted, cursor: text }
          await listed(lab.db, input as Asked).catch((error: unknown) => assert.ok(error instanceof Problem))
        }),
        { numRuns: 60 },
      )
    })

    test('refuses an order that it does not offer', async () => {
      for (const sort of ['constructor', '-made_at', '', '--rank']) {
        await assert.rejects(listed(lab.db, { sort: sort as 'rank' }), { code: 'bad_request' })
      }
    })
  })
}
