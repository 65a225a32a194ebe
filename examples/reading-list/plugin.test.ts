import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestHost, TestCallError } from '@host/testing'
import { demo } from './demo.ts'
import { plugin } from './plugin.ts'
import { addBook, listBooks, removeBook } from './shared.ts'

const readers = { plugins: [plugin] }
const book = { title: ' The Living Mountain ', author: 'Nan Shepherd' }

test('a book is seen by its workspace and by no other', async () => {
  await using host = await createTestHost(readers)
  const added = await host.as('member').call(addBook, book)
  assert.equal(added.title, 'The Living Mountain')
  assert.deepEqual((await host.as('admin').call(listBooks)).items, [added])
  assert.deepEqual((await host.as('otherOwner').call(listBooks)).items, [])
})

test('a new workspace of host dev has books to show', async () => {
  await using host = await createTestHost({ ...readers, fill: demo })
  const { items } = await host.as('member').call(listBooks)
  assert.deepEqual(items.map(({ title }) => title).toSorted(), ['A Pattern Language', 'The Mythical Man-Month'])
})

test('a book is removed once, and by its own workspace alone', async () => {
  await using host = await createTestHost(readers)
  const { id } = await host.as('member').call(addBook, book)
  const isUnknown = (error: unknown) => error instanceof TestCallError && error.status === 404
  await assert.rejects(() => host.as('otherOwner').call(removeBook, { id }), isUnknown)
  await host.as('member').call(removeBook, { id })
  await assert.rejects(() => host.as('member').call(removeBook, { id }), isUnknown)
  assert.deepEqual((await host.as('member').call(listBooks)).items, [])
})

test('a long list comes page by page, the newest first, each book once', async () => {
  await using host = await createTestHost(readers)
  const member = host.as('member')
  for (let number = 1; number <= 60; number++) await member.call(addBook, { ...book, title: `Volume ${number}` })
  const first = await member.call(listBooks)
  const second = await member.call(listBooks, { cursor: first.nextCursor ?? '' })
  const titles = [...first.items, ...second.items].map(({ title }) => title)
  assert.deepEqual(
    titles,
    Array.from({ length: 60 }, (_, index) => `Volume ${60 - index}`),
  )
  assert.equal(second.nextCursor, null)
})

test('a book without a title is refused, with the field named', async () => {
  await using host = await createTestHost(readers)
  await assert.rejects(
    () => host.as('member').call(addBook, { ...book, title: ' ' }),
    (error) => error instanceof TestCallError && error.status === 400 && error.problem?.errors?.[0]?.path === 'title',
  )
})

test('the page stays under forty lines, so that the SDK keeps doing the rest', async () => {
  const page = await readFile(join(import.meta.dirname, 'web/ReadingListPage.tsx'), 'utf8')
  assert.match(page, /export default function ReadingListPage/)
  assert.ok(page.split('\n').length - 1 < 40)
})
