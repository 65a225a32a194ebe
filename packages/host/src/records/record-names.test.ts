import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, model, type TablesOf } from '@host/plugin'
import { DataAccess } from '../database/data-access.ts'
import { migrate } from '../database/migrate/migrate.ts'
import { everyDatabase, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { TypeIds } from '../database/type-id.ts'
import { hostModels } from '../models/host-models.ts'
import { createRecordNames } from './record-names.ts'

const bookModels = [
  model(
    'books_books',
    { id: column.id('book'), org_id: column.org(), title: column.text({ default: '' }), isbn: column.text() },
    { label: ['title', 'isbn'], index: [['org_id', 'id']] },
  ),
  // Another table with the same id prefix, as another author's plugin may have.
  model(
    'books_drafts',
    { id: column.id('book'), org_id: column.org(), name: column.text() },
    { label: 'name', index: [['org_id', 'id']] },
  ),
  model(
    'books_loans',
    { id: column.id('loan'), org_id: column.org(), to: column.text() },
    { index: [['org_id', 'id']] },
  ),
] as const

const owners = [
  { name: 'host', models: hostModels },
  { name: 'books', models: bookModels },
]
const ids = new TypeIds()

async function openLibrary(product: TestDatabaseProduct) {
  const fresh = await product.create()
  const database = await fresh.open()
  await migrate(database, owners)
  const access = new DataAccess({ database, owners, onDoor: () => undefined })
  const host = access.forHost(hostModels)
  const [a, b] = [ids.next('org'), ids.next('org')]
  const workspaces = [a, b].map((id, place) => ({ id, slug: `s${place}`, name: `Workspace ${place}` }))
  await host.insertInto('workspaces').values(workspaces).execute()
  const [ada, eve] = [ids.next('usr'), ids.next('usr')]
  const people = [
    { id: ada, email: 'ada@example.com', name: 'Ada' },
    { id: eve, email: 'eve@example.com', name: 'Eve' },
  ]
  await host.insertInto('users').values(people).execute()
  const memberships = [
    { org_id: a, user_id: ada, role: 'member' as const },
    { org_id: b, user_id: eve, role: 'member' as const },
  ]
  await host.insertInto('memberships').values(memberships).execute()
  return {
    a,
    b,
    ada,
    eve,
    books: (orgId: string) => access.inWorkspace<TablesOf<typeof bookModels>>('books', orgId),
    records: createRecordNames(database, owners),
    [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose](),
  }
}

for (const product of everyDatabase) {
  test(`${product.name}: members and records of plugins have names, in the order of the ids`, async () => {
    await using library = await openLibrary(product)
    const { a, ada, records } = library
    const add = library.books(a).insertInto('books_books')
    const { id: book } = await add.values({ title: 'Emma', isbn: '1' }).returning('id').executeTakeFirstOrThrow()
    const { id: untitled } = await add.values({ isbn: '2' }).returning('id').executeTakeFirstOrThrow()
    const draft = library.books(a).insertInto('books_drafts').values({ name: 'Notes' }).returning('id')
    const { id: noted } = await draft.executeTakeFirstOrThrow()
    assert.deepEqual(await records.namesOf(a, [book, ada, untitled, a, noted, book]), [
      { id: book, name: 'Emma', detail: '1' },
      { id: ada, name: 'Ada', detail: 'ada@example.com' },
      { id: untitled, name: '2', detail: null },
      { id: a, name: 'Workspace 0', detail: null },
      { id: noted, name: 'Notes', detail: null },
    ])
  })

  test(`${product.name}: an id of another workspace has no name, as that of a deleted record`, async () => {
    await using library = await openLibrary(product)
    const { a, b, eve, records } = library
    const add = library.books(b).insertInto('books_books').values({ title: 'Emma', isbn: '1' }).returning('id')
    const { id: foreign } = await add.executeTakeFirstOrThrow()
    const deleted = ids.next('book')
    assert.equal((await records.namesOf(b, [foreign]))[0]?.name, 'Emma')
    assert.deepEqual(
      await records.namesOf(a, [foreign, eve, b, deleted]),
      [foreign, eve, b, deleted].map((id) => ({ id, name: null, detail: null })),
    )
  })

  test(`${product.name}: an ID of no named record is left out, and so are all after the first 20`, async () => {
    await using library = await openLibrary(product)
    const { a, ada, records } = library
    const { id: loan } = await library
      .books(a)
      .insertInto('books_loans')
      .values({ to: 'Ada' })
      .returning('id')
      .executeTakeFirstOrThrow()
    assert.deepEqual(await records.namesOf(a, ['Ada', '', 'usr_', `${ada} `, ids.next('nobody'), loan]), [])
    const many = Array.from({ length: 30 }, () => ids.next('usr'))
    assert.deepEqual(
      (await records.namesOf(a, many)).map(({ id }) => id),
      many.slice(0, 20),
    )
  })

  test(`${product.name}: a sealed or long text is not shown as it is`, async () => {
    await using library = await openLibrary(product)
    const { a, records } = library
    const add = library.books(a).insertInto('books_books')
    const sealed = `v1.key.${'x'.repeat(60)}`
    const { id: hidden } = await add.values({ title: sealed, isbn: '3' }).returning('id').executeTakeFirstOrThrow()
    const { id: long } = await add
      .values({ title: 'y'.repeat(999), isbn: '4' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const names = (await records.namesOf(a, [hidden, long])).map(({ name }) => name)
    assert.deepEqual(names, ['3', `${'y'.repeat(199)}…`])
  })
}
