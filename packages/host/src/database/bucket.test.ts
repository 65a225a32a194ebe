import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucket, bucketUnits, column, model, Problem, type BucketUnit, type TablesOf } from '@host/plugin'
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { DataAccess } from './data-access.ts'
import { migrate } from './migrate/migrate.ts'
import { testDatabases } from '../../testing/database/test-databases.ts'

const models = [
  model('deals_deals', {
    id: column.id('deal'),
    org_id: column.org(),
    amount: column.integer(),
    won_at: column.time({ nullable: true }),
  }),
] as const
const owners = [{ name: 'deals', models }]
/** With half and quarter hours, a change at midnight, a day that was left out, and one that is far ahead. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Shanghai',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Pacific/Apia',
  'Pacific/Kiritimati',
]

interface Won {
  readonly at: string | null
  readonly amount: number
}

const moment = fc
  .oneof(
    fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2037, 11, 31) }),
    // Around changes of the clock: the last Sundays of March and October, and the day that Apia left out.
    fc
      .tuple(
        fc.constantFrom(Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1), Date.UTC(2011, 11, 30, 10)),
        fc.integer({ min: -90_000_000, max: 90_000_000 }),
      )
      .map(([at, off]) => at + off),
  )
  .map((at) => new Date(at).toISOString())
const won: fc.Arbitrary<Won> = fc.record({
  at: fc.option(moment, { freq: 9 }),
  amount: fc.integer({ min: 0, max: 1e6 }),
})

/** The first day of the span, from the calendar that browsers use. */
function firstDay(at: string, unit: BucketUnit, timeZone: string): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(at))
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  const date = new Date(`${day}T00:00:00Z`)
  if (unit === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

function expected(
  rows: readonly Won[],
  unit: BucketUnit,
  zone: string,
): readonly (readonly [string | null, number, number])[] {
  const groups = Map.groupBy(rows, ({ at }) => (at === null ? null : firstDay(at, unit, zone)))
  return [...groups]
    .map(([day, each]) => [day, each.length, each.reduce((sum, { amount }) => sum + amount, 0)] as const)
    .toSorted(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1))
}

for (const product of testDatabases) {
  test(`§P96 ${product.name}: rows are counted and summed by day, week and month of a time zone`, async () => {
    await using fresh = await product.create()
    const database = await fresh.open()
    await migrate(database, owners)
    const access = new DataAccess({ database, owners, onDoor: () => undefined })
    const [db, other] = ['org_a', 'org_b'].map((org) => access.inWorkspace<TablesOf<typeof models>>('deals', org))
    assert.ok(db && other)
    await other.insertInto('deals_deals').values({ amount: 7, won_at: '2026-03-29T00:30:00.000Z' }).execute()
    const property = fc.asyncProperty(
      fc.array(won, { minLength: 1, maxLength: 40 }),
      fc.constantFrom(...bucketUnits),
      fc.constantFrom(...zones),
      async (rows, unit, zone) => {
        await db.deleteFrom('deals_deals').execute()
        await db
          .insertInto('deals_deals')
          .values(rows.map(({ at, amount }) => ({ won_at: at, amount })))
          .execute()
        for (const reads of [db, db.backgroundReads()]) {
          const found = await reads
            .selectFrom('deals_deals')
            .select((eb) => [
              bucket(eb, 'won_at', { unit, timeZone: zone }).as('day'),
              eb.fn.countAll<number>().as('count'),
              eb.fn.sum<number>('amount').as('sum'),
            ])
            .groupBy('day')
            .execute()
          const sorted = found.toSorted((one, two) => ((one.day ?? '') < (two.day ?? '') ? -1 : 1))
          assert.deepEqual(
            sorted.map(({ day, count, sum }) => [day, count, sum]),
            expected(rows, unit, zone),
          )
        }
      },
    )
    await fc.assert(property, { numRuns: process.env['HOST_SOAK'] === '1' ? 2_000 : 60 })
  })

  test(`${product.name}: a zone that is also an abbreviation has its summer time`, async () => {
    await using fresh = await product.create()
    const database = await fresh.open()
    await migrate(database, owners)
    const access = new DataAccess({ database, owners, onDoor: () => undefined })
    const db = access.inWorkspace<TablesOf<typeof models>>('deals', 'org_a')
    await db.insertInto('deals_deals').values({ amount: 1, won_at: '2026-07-01T22:30:00.000Z' }).execute()
    for (const [timeZone, day] of Object.entries({ CET: '2026-07-02', MET: '2026-07-02', UTC: '2026-07-01' })) {
      const query = db
        .selectFrom('deals_deals')
        .select((eb) => bucket(eb, 'won_at', { unit: 'day', timeZone }).as('day'))
      assert.deepEqual(await query.execute(), [{ day }], timeZone)
    }
  })

  test(`${product.name}: no unit and no time zone reaches the text of a statement unchecked`, async () => {
    await using fresh = await product.create()
    const database = await fresh.open()
    await migrate(database, owners)
    const access = new DataAccess({ database, owners, onDoor: () => undefined })
    const db = access.inWorkspace<TablesOf<typeof models>>('deals', 'org_a')
    for (const zone of ["UTC') or 1=1 --", '+01:00', 'Europe/Nowhere', '', 'UTC\0', "x'y"]) {
      assert.throws(
        () =>
          db.selectFrom('deals_deals').select((eb) => bucket(eb, 'won_at', { unit: 'day', timeZone: zone }).as('day')),
        (error) => error instanceof Problem && error.code === 'bad_request',
        zone,
      )
    }
    const loose = db as unknown as Kysely<Record<string, Record<string, string>>>
    for (const [unit, zone] of [
      ["day') --", 'UTC'],
      ['year', 'UTC'],
      ['day', 5],
    ] as const) {
      const query = loose
        .selectFrom('deals_deals')
        .select((eb) => eb.fn<string>('bucket', ['won_at', eb.val(unit), eb.val(zone)]).as('day'))
      await assert.rejects(query.execute(), /"bucket" takes a column, a unit and a time zone/)
    }
    const quoted = loose
      .selectFrom('deals_deals')
      .select((eb) => eb.fn<string>('bucket', ['won_at', eb.val('day'), eb.val("x'y")]).as('day'))
    await quoted.execute().catch((error: Error) => assert.doesNotMatch(error.message, /syntax/))
  })
}
