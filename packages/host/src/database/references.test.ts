import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  column,
  model,
  Problem,
  type AnyModel,
  type Migration,
  type Model,
  type ScopedDatabase,
  type TablesOf,
} from '@host/plugin'
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { DataAccess } from './data-access.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate/migrate.ts'
import { MigrationRefused } from './migrate/migration-refused.ts'
import { checkModels } from './preflight/check-models.ts'
import { referringFirst } from './model-references.ts'
import { everyDatabase } from '../../testing/database/test-databases.ts'

const deal = model('crm_deals', { id: column.id('deal'), org_id: column.org(), title: column.text() })
const contact = model('crm_contacts', { id: column.id('contact'), org_id: column.org() })
const note = model('crm_notes', {
  id: column.id('note'),
  org_id: column.org(),
  deal_id: column.reference(deal, { onDelete: 'cascade' }),
  contact_id: column.reference(contact, { onDelete: 'null' }),
  parent_id: column.reference('self', { onDelete: 'cascade', nullable: true }),
})
const invoice = model('crm_invoices', {
  id: column.id('inv'),
  org_id: column.org(),
  deal_id: column.reference(deal, { onDelete: 'restrict' }),
})
const models = [deal, contact, note, invoice] as const
type Tables = TablesOf<typeof models>

const owner = (given: readonly AnyModel[], migrations: readonly Migration[] = []) => [
  { name: 'crm', models: given, migrations },
]

async function rows(database: Database, sql: string): Promise<readonly Record<string, unknown>[]> {
  return (await database.run({ sql, parameters: [], writes: false })).rows
}

/** What a start that is refused says. */
async function refusal(starting: Promise<unknown>): Promise<string> {
  try {
    await starting
  } catch (error) {
    if (error instanceof MigrationRefused) return error.message
    throw error
  }
  throw new Error('The start was not refused.')
}

const isMissing = (error: unknown) => error instanceof Problem && error.code === 'not_found'
const isInUse = (error: unknown) => error instanceof Problem && error.code === 'conflict'

for (const product of everyDatabase) {
  const on = (name: string, work: (database: Database) => Promise<void>): void => {
    void test(`${product.name}: ${name}`, async () => {
      await using fresh = await product.create()
      await work(await fresh.open())
    })
  }

  const filled = async (database: Database) => {
    await migrate(database, owner(models))
    const access = new DataAccess({ database, owners: owner(models), onDoor: () => undefined })
    const scope = (orgId: string) => access.inWorkspace<Tables>('crm', orgId)
    const [a, b] = [scope('org_a'), scope('org_b')]
    for (const [db, letter] of [
      [a, 'a'],
      [b, 'b'],
    ] as const) {
      await db
        .insertInto('crm_deals')
        .values([
          { id: `deal_${letter}1`, title: 'One' },
          { id: `deal_${letter}2`, title: 'Two' },
        ])
        .execute()
      await db
        .insertInto('crm_contacts')
        .values({ id: `contact_${letter}1` })
        .execute()
    }
    return { a, b }
  }

  on('§P93 no write refers to a row of another workspace, or to none', async (database) => {
    const { a } = await filled(database)
    await a.insertInto('crm_notes').values({ id: 'note_1', deal_id: 'deal_a1' }).execute()
    const before = await rows(database, 'select * from crm_notes')
    const writes: Readonly<Record<string, () => Promise<unknown>>> = {
      foreign: () => a.insertInto('crm_notes').values({ deal_id: 'deal_b1' }).execute(),
      unknown: () => a.insertInto('crm_notes').values({ deal_id: 'deal_x' }).execute(),
      'one of several': () =>
        a
          .insertInto('crm_notes')
          .values([{ deal_id: 'deal_a1' }, { deal_id: 'deal_b1' }])
          .execute(),
      update: () => a.updateTable('crm_notes').set({ deal_id: 'deal_b1' }).execute(),
      'a second reference': () => a.updateTable('crm_notes').set({ contact_id: 'contact_b1' }).execute(),
      upsert: () =>
        a
          .insertInto('crm_notes')
          .values({ id: 'note_1', deal_id: 'deal_a1' })
          .onConflict((oc) => oc.column('id').doUpdateSet({ deal_id: 'deal_b1' }))
          .execute(),
      'from a select': () =>
        a
          .insertInto('crm_notes')
          .columns(['id', 'deal_id'])
          .expression((eb) => eb.selectFrom('crm_deals').select(['id', eb.val('deal_b1').as('deal_id')]))
          .execute(),
      'in a transaction': () =>
        a.transaction((db) => db.insertInto('crm_notes').values({ deal_id: 'deal_b1' }).execute()),
      'in a batch': () => a.batch([a.insertInto('crm_notes').values({ deal_id: 'deal_b1' })]),
    }
    for (const [name, write] of Object.entries(writes)) await assert.rejects(write(), isMissing, name)
    assert.deepEqual(await rows(database, 'select * from crm_notes'), before)
  })

  on('§P93 the id and the workspace of a row that another one refers to do not change', async (database) => {
    const { a } = await filled(database)
    await a.insertInto('crm_notes').values({ deal_id: 'deal_a1' }).execute()
    const host = new DataAccess({ database, owners: owner(models), onDoor: () => undefined }).forHost(models)
    const changing = (set: object, id: string) =>
      host
        .updateTable('crm_deals')
        .set(set as never)
        .where('id', '=', id)
        .execute()
    await assert.rejects(changing({ id: 'deal_other' }, 'deal_a1'), isInUse)
    await assert.rejects(changing({ org_id: 'org_b' }, 'deal_a1'), isInUse)
    await changing({ id: 'deal_a1', title: 'As before' }, 'deal_a1')
    await changing({ id: 'deal_other' }, 'deal_a2')
    assert.deepEqual(await rows(database, `select id from crm_deals where org_id = 'org_a' order by id`), [
      { id: 'deal_a1' },
      { id: 'deal_other' },
    ])
  })

  on('§P93 a deleted row takes its rows with it, leaves others without it, or stays', async (database) => {
    const { a, b } = await filled(database)
    await b.insertInto('crm_notes').values({ id: 'note_b', deal_id: 'deal_b1', contact_id: 'contact_b1' }).execute()
    await a.insertInto('crm_notes').values({ id: 'note_1', deal_id: 'deal_a1', contact_id: 'contact_a1' }).execute()
    await a.insertInto('crm_notes').values({ id: 'note_2', deal_id: 'deal_a2', parent_id: 'note_1' }).execute()
    await a.insertInto('crm_notes').values({ id: 'note_3', deal_id: 'deal_a2', parent_id: 'note_2' }).execute()
    await a.insertInto('crm_notes').values({ id: 'note_4', deal_id: 'deal_a2', contact_id: 'contact_a1' }).execute()
    await a.insertInto('crm_invoices').values({ id: 'inv_1', deal_id: 'deal_a2' }).execute()

    const { numDeletedRows } = await a.deleteFrom('crm_deals').where('id', '=', 'deal_a1').executeTakeFirstOrThrow()
    assert.equal(Number(numDeletedRows), 1)
    assert.deepEqual(await rows(database, 'select id from crm_notes order by id'), [{ id: 'note_4' }, { id: 'note_b' }])
    await a.deleteFrom('crm_contacts').execute()
    assert.deepEqual(await rows(database, 'select id, contact_id from crm_notes order by id'), [
      { id: 'note_4', contact_id: null },
      { id: 'note_b', contact_id: 'contact_b1' },
    ])
    await assert.rejects(a.deleteFrom('crm_deals').execute(), isInUse)
    assert.equal((await rows(database, 'select 1 from crm_deals')).length, 3)
    await a.deleteFrom('crm_invoices').execute()
    await a.deleteFrom('crm_deals').execute()
    assert.deepEqual(await rows(database, 'select id from crm_notes'), [{ id: 'note_b' }])
  })

  on('a workspace is erased whatever refers to what, in cycles too', async (database) => {
    const names = ['crm_a', 'crm_b', 'crm_c', 'crm_d'] as const
    const edge = fc.record({
      from: fc.nat({ max: 3 }),
      to: fc.nat({ max: 3 }),
      onDelete: fc.constantFrom('cascade' as const, 'restrict' as const, 'null' as const),
    })
    let checked = 0
    const property = fc.asyncProperty(fc.array(edge, { minLength: 1, maxLength: 6 }), async (edges) => {
      const graph = graphOf(names, edges)
      fc.pre(checkModels(owner(graph)).length === 0)
      for (const name of names) {
        await database.run({ sql: `drop table if exists ${name}${cascade(database)}`, parameters: [], writes: true })
      }
      await migrate(database, owner(graph))
      const access = new DataAccess({ database, owners: owner(graph), onDoor: () => undefined })
      const db = access.inWorkspace('crm', 'org_a') as unknown as Kysely<Record<string, Record<string, string>>>
      for (const { table } of graph) {
        const row = { id: `${table}_1` }
        await db.insertInto(table).values(row).execute()
      }
      for (const { table, columns } of graph) {
        const set = Object.entries(columns).filter(([, { references }]) => references !== undefined)
        if (set.length === 0) continue
        const values = set.map(([name, { references }]) => [name, `${references?.table ?? table}_1`] as const)
        await db.updateTable(table).set(Object.fromEntries(values)).execute()
      }
      for (const { model: each } of referringFirst(graph.map((item) => ({ model: item })))) {
        await db.deleteFrom(each.table).execute()
      }
      checked += 1
    })
    await fc.assert(property, { numRuns: process.env['HOST_SOAK'] === '1' ? 300 : 20 })
    assert.ok(checked > 0)
  })

  on('a workspace is erased in any order of the models, restricting references among them', async (database) => {
    const { a, b } = await filled(database)
    for (const [db, letter] of [
      [a, 'a'],
      [b, 'b'],
    ] as const) {
      await db
        .insertInto('crm_invoices')
        .values({ deal_id: `deal_${letter}1` })
        .execute()
    }
    for (const order of [models, models.toReversed()]) {
      const erasing = a.transaction(async (db) => {
        const loose = db as unknown as Kysely<Record<string, object>>
        for (const { model: each } of referringFirst(order.map((item: Model) => ({ model: item })))) {
          await loose.deleteFrom(each.table).execute()
        }
        assert.equal((await db.selectFrom('crm_deals').selectAll().execute()).length, 0)
        throw new Error('Planned.')
      })
      await assert.rejects(erasing, /Planned/)
    }
    assert.equal((await rows(database, 'select 1 from crm_invoices')).length, 2)
  })

  on('random writes leave what a model in memory says', async (database) => {
    const { a } = await filled(database)
    const id = fc.integer({ min: 1, max: 4 })
    const write = fc.oneof(
      fc.record({ kind: fc.constant('deal' as const), id }),
      fc.record({ kind: fc.constant('note' as const), id, deal: id, parent: fc.option(id) }),
      fc.record({ kind: fc.constant('drop deal' as const), id }),
      fc.record({ kind: fc.constant('drop note' as const), id }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 30 }), async (writes) => {
        await a.batch([a.deleteFrom('crm_notes'), a.deleteFrom('crm_deals')])
        const memory = new Memory()
        for (const each of writes) {
          const expected = memory.apply(each)
          const done = await apply(a, each).then(
            () => true,
            (error: unknown) => {
              assert.ok(isMissing(error), String(error))
              return false
            },
          )
          assert.equal(done, expected, JSON.stringify(each))
        }
        assert.deepEqual(
          await rows(database, `select id, deal_id, parent_id from crm_notes where org_id = 'org_a' order by id`),
          memory.notes(),
        )
      }),
      { numRuns: process.env['HOST_SOAK'] === '1' ? 500 : 30 },
    )
  })

  on('a reference is kept over starts, changed and taken away', async (database) => {
    const { a } = await filled(database)
    assert.deepEqual(await migrate(database, owner(models)), [])
    await a.insertInto('crm_notes').values({ id: 'note_1', deal_id: 'deal_a1' }).execute()
    const to = (onDelete: 'restrict' | undefined) =>
      model('crm_notes', {
        ...note.columns,
        deal_id: onDelete === undefined ? column.text({ max: 64 }) : column.reference(deal, { onDelete }),
      })
    const older = { olderProcesses: () => Promise.resolve([{ migratedTo: undefined }]) }
    await migrate(database, owner([deal, contact, to('restrict'), invoice]), older)
    await assert.rejects(a.deleteFrom('crm_deals').where('id', '=', 'deal_a1').execute(), isInUse)
    await migrate(database, owner([deal, contact, to(undefined), invoice]), older)
    await a.deleteFrom('crm_deals').where('id', '=', 'deal_a1').execute()
    assert.equal((await rows(database, 'select 1 from crm_notes')).length, 1)
    const refused = await refusal(migrate(database, owner(models)))
    assert.match(refused, /crm: the column "crm_notes\.deal_id" refers to "crm_deals", but some rows name no row/)
    await database.run({ sql: 'delete from crm_notes', parameters: [], writes: true })
    assert.match(await refusal(migrate(database, owner(models), older)), /refuses references that older processes/)
    await migrate(database, owner(models))
    await assert.rejects(a.insertInto('crm_notes').values({ deal_id: 'deal_a1' }).execute(), isMissing)
  })

  on('a new reference is safe beside older processes, and an entry may drop it', async (database) => {
    const { deal_id: _, ...without } = note.columns
    const bare = model('crm_notes', without)
    const older = { olderProcesses: () => Promise.resolve([{ migratedTo: undefined }]) }
    await migrate(database, owner([deal, contact, bare]))
    const nullable = column.reference(deal, { onDelete: 'cascade', nullable: true })
    const wide = model('crm_notes', { ...without, deal_id: nullable })
    await migrate(database, owner([deal, contact, wide]), older)
    const drop: Migration = {
      id: '001',
      up: async ({ dialect, run }) => {
        if (dialect === 'sqlite') await run('drop index "crm_notes.org_id.deal_id.idx"')
        await run('alter table crm_notes drop column deal_id')
      },
    }
    const changes = await migrate(database, owner([deal, contact, bare], [drop]))
    assert.deepEqual(changes.slice(-1), ['alter table crm_notes drop column deal_id'])
    const access = new DataAccess({ database, owners: owner([deal, contact, bare]), onDoor: () => undefined })
    const db = access.inWorkspace<Tables>('crm', 'org_a')
    await assert.rejects(
      db
        .insertInto('crm_notes')
        .values({ contact_id: 'contact_x' } as never)
        .execute(),
      isMissing,
    )
  })
}

interface Edge {
  readonly from: number
  readonly to: number
  readonly onDelete: 'cascade' | 'restrict' | 'null'
}

/** Tables that refer to each other as the edges say; all references may be null, so that cycles can be filled. */
function graphOf(names: readonly string[], edges: readonly Edge[]): readonly Model[] {
  return names.map((table, from) => {
    const own = edges.filter((edge) => edge.from === from)
    const references = own.map(({ to, onDelete }, place) => {
      const target = to === from ? 'self' : ({ kind: 'model', table: names[to] ?? '' } as const)
      return [`ref_${place}`, column.reference(target, { onDelete, nullable: true })] as const
    })
    return model(table, { id: column.id('row'), org_id: column.org(), ...Object.fromEntries(references) })
  })
}

function cascade({ dialect }: Database): string {
  return dialect === 'postgres' ? ' cascade' : ''
}

type Write =
  | { readonly kind: 'deal'; readonly id: number }
  | { readonly kind: 'drop deal'; readonly id: number }
  | { readonly kind: 'drop note'; readonly id: number }
  | { readonly kind: 'note'; readonly id: number; readonly deal: number; readonly parent: number | null }

async function apply(tables: ScopedDatabase<Tables>, write: Write): Promise<void> {
  const { kind, id } = write
  if (kind === 'drop deal') await tables.deleteFrom('crm_deals').where('id', '=', `deal_${id}`).execute()
  else if (kind === 'drop note') await tables.deleteFrom('crm_notes').where('id', '=', `note_${id}`).execute()
  else if (kind === 'deal') {
    const insert = tables.insertInto('crm_deals').values({ id: `deal_${id}`, title: 'A deal' })
    await insert.onConflict((oc) => oc.column('id').doNothing()).execute()
  } else {
    const values = { deal_id: `deal_${write.deal}`, parent_id: write.parent === null ? null : `note_${write.parent}` }
    const insert = tables.insertInto('crm_notes').values({ id: `note_${id}`, ...values })
    await insert.onConflict((oc) => oc.column('id').doUpdateSet(values)).execute()
  }
}

/** Deals and notes, as the references should keep them. */
class Memory {
  readonly #deals = new Set<number>()
  readonly #notes = new Map<number, { readonly deal: number; readonly parent: number | null }>()

  /** @returns whether the write is done */
  apply(write: Write): boolean {
    if (write.kind === 'deal') this.#deals.add(write.id)
    else if (write.kind === 'drop note') this.#dropNote(write.id)
    else if (write.kind === 'drop deal') {
      this.#deals.delete(write.id)
      for (const [id, { deal: of }] of this.#notes) if (of === write.id) this.#dropNote(id)
    } else {
      const { id, deal: of, parent } = write
      if (!this.#deals.has(of) || (parent !== null && parent !== id && !this.#notes.has(parent))) return false
      this.#notes.set(id, { deal: of, parent })
    }
    return true
  }

  #dropNote(id: number): void {
    if (!this.#notes.delete(id)) return
    for (const [child, { parent }] of this.#notes) if (parent === id) this.#dropNote(child)
  }

  notes(): readonly Record<string, unknown>[] {
    return [...this.#notes]
      .toSorted(([one], [other]) => one - other)
      .map(([id, { deal: of, parent }]) => ({
        id: `note_${id}`,
        deal_id: `deal_${of}`,
        parent_id: parent === null ? null : `note_${parent}`,
      }))
  }
}
