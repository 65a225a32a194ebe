import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/index.ts'
import { mountThings, things } from './FixtureList.tsx'

let page: MountedPage
afterEach(() => page.unmount())

const bar = () => document.querySelector<HTMLElement>('section[aria-label="Selected rows"]')
const said = () => [...document.querySelectorAll('output')].map((each) => each.textContent)
const named = (text: string) => [...document.querySelectorAll('button')].find((each) => each.textContent === text)

test('the bar comes with the first row that is chosen, says so, and goes with the last one', async () => {
  page = await mountThings()
  expect(bar()).toBeNull()
  await page.click('tr[data-row="a"] input')
  expect(bar()?.textContent).toContain('1 selected')
  expect(said()).toContain('1 selected')
  expect(named('Act')).toBeTruthy()
  await page.click('tr[data-row="a"] input')
  expect(bar()).toBeNull()
})

test('all that match are only offered when there are more than are loaded', async () => {
  page = await mountThings()
  await page.click('th input')
  expect(bar()?.textContent).not.toContain('that match')
  await page.unmount()
  const answers = { 'GET /api/x/things/things': { items: things, nextCursor: 'more' } }
  page = await mountThings({ answers })
  await page.click('th input')
  await page.act(() => named('Select all matching rows')?.click())
  expect(bar()?.textContent).toContain('All matching rows selected')
  await page.click('tr[data-row="a"] input')
  expect(bar()?.textContent).toContain('3 selected')
})
