import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  accessibilityProblems,
  mountPage,
  variants,
  type FakeAnswers,
  type MountedPage,
} from '@host/plugin-sdk/testing'
import { plugin } from './index.ts'

const books = 'GET /api/x/reading-list/books'

let shelf: { id: string; title: string; author: string; addedAt: string }[]
let page: MountedPage | undefined

beforeEach(() => {
  shelf = [{ id: 'book_1', title: 'The Living Mountain', author: 'Nan Shepherd', addedAt: '2026-01-31T08:15:00.000Z' }]
})
afterEach(() => page?.unmount())

const answers: FakeAnswers = {
  [books]: () => ({ items: shelf, nextCursor: null }),
  'POST /api/x/reading-list/books': ({ body }) => {
    const book = { ...(body as { title: string; author: string }), id: 'book_2', addedAt: '2026-02-01T08:15:00.000Z' }
    shelf = [book, ...shelf]
    return book
  },
  'DELETE /api/x/reading-list/books/book_1': () => void (shelf = shelf.filter(({ id }) => id !== 'book_1')),
}

describe.each(variants)('in $theme and $language', (variant) => {
  test('the list and its empty state are accessible', async () => {
    page = await mountPage({ plugin, path: '/reading-list', answers, ...variant })
    expect(page.text()).toContain('The Living Mountain')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
    shelf = []
    page = await mountPage({ plugin, path: '/reading-list', answers, ...variant })
    expect(page.text()).toContain(variant.language === 'en' ? 'No book on the list yet' : '清单上还没有书')
    expect(await accessibilityProblems(page)).toEqual([])
  })
})

test('a book is added by the form, which reports missing fields in place', async () => {
  page = await mountPage({ plugin, path: '/reading-list', answers })
  const add = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Add book')
  await page.act(() => add?.click())
  await page.fill('[role=dialog] [name=title]', 'The Peregrine')
  await page.click('[role=dialog] button[type=submit]')
  expect(page.find('[role=dialog] [name=author]').getAttribute('aria-invalid')).toBe('true')
  await page.fill('[role=dialog] [name=author]', 'J. A. Baker')
  await page.click('[role=dialog] button[type=submit]')
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(page.text()).toContain('The PeregrineJ. A. Baker')
})

test('a book that was removed comes back by undo, and goes for good when the note is closed', async () => {
  page = await mountPage({ plugin, path: '/reading-list', answers })
  await page.click('[aria-label="Remove"]')
  expect(page.find('main').textContent).toContain('No book on the list yet')
  await page.click('output button')
  expect(page.find('main').textContent).toContain('The Living Mountain')
  await page.click('[aria-label="Remove"]')
  await page.click('output [aria-label="Close"]')
  expect(shelf).toEqual([])
})
