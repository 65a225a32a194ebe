import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, model, search, type TablesOf } from '@host/plugin'
import fc from 'fast-check'
import { DataAccess } from './data-access.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate/migrate.ts'
import { quoteText } from './quote.ts'
import { wordsOf } from './search/search-words.ts'
import { createWordsFunction, wordsFunction } from './search/words-function.ts'
import { everyDatabase, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'

const runs = process.env['HOST_SOAK'] === '1' ? 2000 : 100

const plain = {
  id: column.id('deal'),
  org_id: column.org(),
  title: column.text(),
  note: column.text({ nullable: true }),
  amount: column.integer({ default: 0 }),
}
const unsearched = [model('deals_deals', plain)] as const
const models = [
  model('deals_deals', {
    ...plain,
    title: column.text({ search: true }),
    note: column.text({ nullable: true, search: true }),
  }),
] as const
const ownersOf = (own: typeof unsearched | typeof models) => [{ name: 'deals', models: own }]

type Tables = TablesOf<typeof models>

async function open(product: TestDatabaseProduct, own: typeof unsearched | typeof models = models) {
  const stack = new AsyncDisposableStack()
  const fresh = stack.use(await product.create())
  const database = await fresh.open()
  await migrate(database, ownersOf(own))
  return { stack, database, ...scopesOf(database) }
}

function scopesOf(database: Database) {
  const access = new DataAccess({ database, owners: ownersOf(models), onDoor: () => undefined })
  const scope = (org: string) => access.inWorkspace<Tables>('deals', org)
  const find = async (text: string, org = 'org_a') => {
    const rows = await scope(org)
      .selectFrom('deals_deals')
      .select('title')
      .where((eb) => search(eb, 'id', text))
      .execute()
    return rows.map(({ title }) => title).toSorted()
  }
  return { scope, find }
}

for (const product of everyDatabase) {
  test(`§P97 ${product.name}: a limited search has so many rows, of its own table and of all its words`, async () => {
    const { stack, scope } = await open(product)
    await using _ = stack
    const titles = ['order orders ordering', 'order one', 'order two', 'orders two', 'two']
    const rows = titles.map((title) => ({ title }))
    await scope('org_a').insertInto('deals_deals').values(rows).execute()
    await scope('org_b').insertInto('deals_deals').values(rows).execute()
    const deals = scope('org_a').selectFrom('deals_deals').select('title')
    const found = (text: string) => deals.where((eb) => search(eb, 'id', text))
    const count = async (text: string, limit: number) => (await found(text).limit(limit).execute()).length
    assert.deepEqual([await count('order', 3), await count('order', 9), await count('order', 0)], [3, 4, 0])
    assert.equal(await count('order two', 1), 1)
    const both = await found('order two').limit(2).execute()
    assert.deepEqual(both.map(({ title }) => title).toSorted(), ['order two', 'orders two'])
    const sorted = await found('order').orderBy('title', 'desc').limit(1).execute()
    assert.deepEqual(sorted, [{ title: 'orders two' }])
    const filtered = await found('order').where('title', '=', 'order two').limit(1).execute()
    assert.deepEqual(filtered, [{ title: 'order two' }])
    const around = await scope('org_a')
      .selectFrom('deals_deals as outside')
      .select('title')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('deals_deals as inside')
            .select('inside.id')
            .where(search(eb, 'outside.id', 'order'))
            .limit(1),
        ),
      )
      .execute()
    assert.equal(around.length, 4)
  })

  test(`§P97 ${product.name}: rows are found by the beginnings of their words`, async () => {
    const { stack, scope, find } = await open(product)
    await using _ = stack
    const titles = [
      'Ada Lovelace',
      'Adam & Sons',
      'Café Zürich (ACME-42)',
      '北京城大饭店',
      '東京タワー',
      'ΟΔΟΣ',
      'ﬁnal ①',
    ]
    await scope('org_a')
      .insertInto('deals_deals')
      .values(titles.map((title) => ({ title })))
      .execute()
    const cases: Readonly<Record<string, readonly string[]>> = {
      ada: ['Ada Lovelace', 'Adam & Sons'],
      'LOVE ad': ['Ada Lovelace'],
      da: [],
      'cafe zurich': ['Café Zürich (ACME-42)'],
      'acme 42': ['Café Zürich (ACME-42)'],
      北京: ['北京城大饭店'],
      饭店: ['北京城大饭店'],
      城: ['北京城大饭店'],
      店: ['北京城大饭店'],
      京城大: ['北京城大饭店'],
      京: ['北京城大饭店', '東京タワー'],
      大京: [],
      タワー: ['東京タワー'],
      οδος: ['ΟΔΟΣ'],
      'final 1': ['ﬁnal ①'],
      '%': [],
      "' or 1=1 --": [],
      '': [],
    }
    for (const [text, expected] of Object.entries(cases)) assert.deepEqual(await find(text), expected, text)
  })

  test(`§P97 ${product.name}: every write is found in its transaction, and in no other workspace`, async () => {
    const { stack, scope, find } = await open(product)
    await using _ = stack
    await scope('org_b').insertInto('deals_deals').values({ title: 'Secret plan' }).execute()
    const { id } = await scope('org_a')
      .insertInto('deals_deals')
      .values({ title: 'Plan one', note: 'alpha' })
      .returning('id')
      .executeTakeFirstOrThrow()
    assert.deepEqual(await find('plan'), ['Plan one'])
    assert.deepEqual(await find('plan', 'org_b'), ['Secret plan'])
    await scope('org_a').updateTable('deals_deals').set({ note: null }).where('id', '=', id).execute()
    assert.deepEqual([await find('alpha'), await find('one')], [[], ['Plan one']])
    await scope('org_a')
      .insertInto('deals_deals')
      .values({ id, title: 'Plan two' })
      .onConflict((on) => on.column('id').doUpdateSet((eb) => ({ title: eb.ref('excluded.title') })))
      .execute()
    assert.deepEqual([await find('one'), await find('two')], [[], ['Plan two']])
    await scope('org_a')
      .updateTable('deals_deals')
      .set((eb) => ({ title: eb.fn('upper', ['title']), note: eb.ref('title') }))
      .execute()
    assert.deepEqual(await find('two'), ['PLAN TWO'])
    const rolledBack = scope('org_a').transaction(async (trx) => {
      await trx.insertInto('deals_deals').values({ title: 'Rolled back' }).execute()
      throw new Error('stop')
    })
    await assert.rejects(rolledBack, /stop/)
    assert.deepEqual(await find('rolled'), [])
    await scope('org_a').deleteFrom('deals_deals').execute()
    assert.deepEqual([await find('plan'), await find('plan', 'org_b')], [[], ['Secret plan']])
  })

  test(`§P97 ${product.name}: rows that were there before their column was searched are found`, async () => {
    const { stack, database, scope, find } = await open(product, unsearched)
    await using _ = stack
    await scope('org_a').insertInto('deals_deals').values({ title: 'From before', note: '旧的' }).execute()
    await migrate(database, ownersOf(models))
    assert.deepEqual([await find('before'), await find('旧')], [['From before'], ['From before']])
    assert.deepEqual(await migrate(database, ownersOf(models)), [], 'a second start changes nothing')
    await migrate(database, ownersOf(unsearched))
    await scope('org_a').updateTable('deals_deals').set({ title: 'Changed meanwhile' }).execute()
    await migrate(database, ownersOf(models))
    assert.deepEqual([await find('before'), await find('meanwhile')], [[], ['Changed meanwhile']])
  })

  test(`§P97 ${product.name}: a search finds what a look at every row finds`, async () => {
    const { stack, scope, find } = await open(product)
    await using _ = stack
    const text = fc.string({ unit: fc.constantFrom(...'aábB中文字 -ß1'), maxLength: 8 })
    const rows = fc.uniqueArray(text, { maxLength: 8 })
    const check = fc.asyncProperty(rows, text, async (titles, query) => {
      await scope('org_a').deleteFrom('deals_deals').execute()
      const given = titles.map((title) => ({ title }))
      if (given.length > 0) await scope('org_a').insertInto('deals_deals').values(given).execute()
      const found = titles.filter((title) => isFound(title, query)).toSorted()
      assert.deepEqual(await find(query), found)
    })
    await fc.assert(check, { numRuns: runs })
  })
}

/** The rule in other words: every word of the query begins a word of the text, and every pair of characters is in it. */
function isFound(title: string, query: string): boolean {
  const [inTitle, inQuery] = [title, query].map((text) => text.normalize('NFD').replaceAll('\u0301', '').toLowerCase())
  const words = (inQuery ?? '').match(/[a-zß0-9]+/g) ?? []
  const pairs = ((inQuery ?? '').match(/[中文字]+/g) ?? []).flatMap((each) =>
    each.length === 1 ? [each] : Array.from({ length: each.length - 1 }, (_, at) => each.slice(at, at + 2)),
  )
  const own = (inTitle ?? '').match(/[a-zß0-9]+/g) ?? []
  return (
    words.length + pairs.length > 0 &&
    words.every((word) => own.some((each) => each.startsWith(word))) &&
    pairs.every((pair) => inTitle?.includes(pair))
  )
}

test('§P97 a database from before has the present function of words after a start', async () => {
  const product = everyDatabase.find(({ dialect }) => dialect === 'postgres')
  assert.ok(product)
  const { stack, database, scope, find } = await open(product)
  await using _ = stack
  const run = async (sql: string) => (await database.run({ sql, parameters: [], writes: true })).rows
  await run(`create or replace function ${wordsFunction}(given text) returns setof text language sql immutable
    as $$ select 'former' $$`)
  await scope('org_a').insertInto('deals_deals').values({ title: 'One' }).execute()
  assert.deepEqual(await find('one'), [])
  assert.equal((await migrate(database, ownersOf(models))).length, 1)
  await scope('org_a').insertInto('deals_deals').values({ title: 'Two' }).execute()
  assert.deepEqual(await find('two'), ['Two'])
  assert.deepEqual(await migrate(database, ownersOf(models)), [], 'a second start changes nothing')
})

test('§P97 both databases have the same words for a text', async () => {
  const product = everyDatabase.find(({ dialect }) => dialect === 'postgres')
  assert.ok(product)
  await using fresh = await product.create()
  const database = await fresh.open()
  const run = async (sql: string) => (await database.run({ sql, parameters: [], writes: true })).rows
  await run(createWordsFunction)
  const letter = fc.constantFrom(
    ...'aZéÅßñçøŁđİıﬁΣςάЖйґאשعربहिंदी한국ไทย中文かがパ１Ⅻ①²µ🎉 ,.-_/@#·、。「」\n\t\u00a0\u0301',
  )
  const text = fc.string({ unit: letter, minLength: 1, maxLength: 40 })
  const check = fc.asyncProperty(text, async (given) => {
    const rows = await run(`select ${wordsFunction}(${quoteText(given)}) as word`)
    assert.deepEqual(rows.map(({ word }) => String(word)).toSorted(), [...wordsOf([given])].toSorted())
  })
  await fc.assert(check, { numRuns: runs * 5 })
})
