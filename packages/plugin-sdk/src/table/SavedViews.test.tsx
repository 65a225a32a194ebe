import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SavedView } from '@host/platform-api/views'
import type { Me } from '@host/plugin/wire'
import { type FakeAnswers, type MountedPage } from '../testing/index.ts'
import { mountThings } from './FixtureList.tsx'

let page: MountedPage
beforeEach(() => localStorage.clear())
afterEach(() => page.unmount())

const roots: SavedView = {
  id: 'view_1',
  page: '/things',
  name: 'Roots',
  query: 'kind=root',
  isShared: false,
  isOwn: true,
}
const shared: SavedView = {
  ...roots,
  id: 'view_2',
  name: 'All fruit',
  query: 'kind=fruit&sort=-name',
  isShared: true,
  isOwn: false,
}
const views: FakeAnswers = { 'GET /api/views': { items: [roots, shared], nextCursor: null } }
const member: Me = {
  user: { id: 'usr_2', email: 'grace@example.com', name: 'Grace', isInstanceAdmin: false },
  workspace: { id: 'wsp_1', slug: 'home', name: 'Home' },
  role: 'member',
  csrfToken: 'csrf-1',
} as Me

const trigger = (text: string) => [...document.querySelectorAll('button')].find((each) => each.textContent === text)
const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
const item = (text: string) => items().find((each) => each.textContent === text)
const sent = (method: string) => page.requests.findLast((one) => one.method === method)

async function choose(menu: string, text: string): Promise<void> {
  await page.act(() => trigger(menu)?.click())
  await page.act(() => item(text)?.click())
}

test('views of the page are asked for, and one that is chosen is the list', async () => {
  page = await mountThings({ answers: views })
  expect(page.requests.find(({ path }) => path === '/api/views')?.query.get('page')).toBe('/things')
  await choose('Views', 'All fruit')
  expect(location.search).toBe('?kind=fruit&sort=-name')
  expect(trigger('All fruit')).toBeTruthy()
  await choose('All fruit', 'Default view')
  expect(location.search).toBe('')
})

test('the current view is saved under a name', async () => {
  const made = { ...roots, id: 'view_3', name: 'Big roots', query: 'kind=root&sort=-size' }
  page = await mountThings({
    path: '/things?kind=root&sort=-size&open=b&page=2',
    answers: { ...views, 'POST /api/views': made },
  })
  await choose('Views', 'Save view')
  const input = page.find<HTMLInputElement>('[role=dialog] input')
  await page.act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Big roots')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(sent('POST')?.body).toEqual({
    page: '/things',
    query: 'kind=root&sort=-size',
    name: 'Big roots',
    isShared: false,
  })
})

test('a view that was narrowed further can be saved again', async () => {
  page = await mountThings({ answers: { ...views, 'PATCH /api/views/view_1': roots } })
  await choose('Views', 'Roots')
  await page.act(() => trigger('Size')?.click())
  expect(trigger('Roots *')).toBeTruthy()
  await choose('Roots *', 'Update view')
  expect(sent('PATCH')?.body).toEqual({ query: 'kind=root&sort=size' })
})

test('an owner shares, a member has no such entry, and views of others can not be changed', async () => {
  page = await mountThings({ path: '/things?kind=root', answers: { ...views, 'PATCH /api/views/view_1': roots } })
  await choose('Roots', 'Share with workspace')
  expect(sent('PATCH')?.body).toEqual({ isShared: true })
  await page.unmount()
  page = await mountThings({ path: '/things?kind=root', answers: { ...views, 'GET /api/auth/me': member } })
  await page.act(() => trigger('Roots')?.click())
  expect([item('Rename view') !== undefined, item('Share with workspace')]).toEqual([true, undefined])
  await page.unmount()
  page = await mountThings({ path: '/things?kind=fruit&sort=-name', answers: { ...views, 'GET /api/auth/me': member } })
  await page.act(() => trigger('All fruit')?.click())
  expect([item('Rename view'), item('Delete view')]).toEqual([undefined, undefined])
})

test('a deleted view is gone at once, and back when that is undone', async () => {
  page = await mountThings({ path: '/things?kind=root', answers: { ...views, 'DELETE /api/views/view_1': undefined } })
  await choose('Roots', 'Delete view')
  await page.act(() => trigger('Views')?.click())
  expect(item('Roots')).toBeUndefined()
  await page.act(() => trigger('Undo')?.click())
  expect(item('Roots')).toBeTruthy()
  expect(sent('DELETE')).toBeUndefined()
})

test('a page begins with the view that the reader begins with, unless the address says something', async () => {
  page = await mountThings({ path: '/things?kind=root', answers: views })
  await choose('Roots', 'Set as default')
  await page.unmount()
  page = await mountThings({ answers: views })
  expect(location.search).toBe('?kind=root')
  await page.unmount()
  page = await mountThings({ path: '/things?kind=fruit', answers: views })
  expect(location.search).toBe('?kind=fruit')
})
