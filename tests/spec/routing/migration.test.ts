import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column } from '@host/plugin'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { booksWith } from '../fixtures/books.ts'
import { assertRefused } from '../lab/refusal.ts'
import { password } from '../lab/people.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const path = '/api/x/books/books'

/** Starts a release of the plugin on the same database, and does something as its owner. */
async function withRelease(at: TestDatabase, columns: object, act: (ada: Visitor) => Promise<void>): Promise<void> {
  await using host = await startSpecHost({ at, plugins: [booksWith(columns)] })
  await act(await host.visitor().signIn('ada@example.test', password))
}

async function booksOf(ada: Visitor): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await ada.get<readonly Record<string, unknown>[]>(path)).body
}

const pages = { pages: column.integer({ default: 1 }) }

for (const product of testDatabases) {
  test(`${product.dialect}: §4.24 every model is migrated when the host starts, and only by adding`, async () => {
    await using stored = await product.create()
    await withRelease(stored, pages, async (ada) => {
      assert.equal((await ada.post(path, { title: 'Tea', pages: 7 })).status, 200)
    })
    await withRelease(stored, { author: column.text({ nullable: true }) }, async (ada) => {
      const [tea] = await booksOf(ada)
      assert.deepEqual([tea?.['title'], tea?.['author'], tea?.['pages']], ['Tea', null, undefined])
      assert.equal((await ada.post(path, { title: 'Milk', author: 'Ada' })).status, 200)
    })
    await withRelease(stored, pages, async (ada) => {
      const books = await booksOf(ada)
      assert.equal(books.find(({ title }) => title === 'Tea')?.['pages'], 7, 'what left the model was kept')
      assert.equal(books.length, 2)
    })
  })

  test(`${product.dialect}: §4.24 a change that is not additive refuses the start with the name of the column`, async () => {
    await using stored = await product.create()
    await withRelease(stored, {}, async (ada) => {
      assert.equal((await ada.post(path, { title: 'Tea' })).status, 200)
    })
    await assertRefused({ at: stored, plugins: [booksWith({ isbn: column.text() })] }, /books_books/, /isbn/)
    await assertRefused({ at: stored, plugins: [booksWith({ title: column.integer() })] }, /books_books/, /title/)
    await withRelease(stored, {}, async (ada) => {
      assert.equal((await booksOf(ada)).length, 1)
    })
  })
}
