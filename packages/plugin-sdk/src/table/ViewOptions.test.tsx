import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/index.ts'
import { mountThings } from './FixtureList.tsx'

let page: MountedPage
afterEach(() => page.unmount())

test('columns are switched on and off, and density only stands in the address when it is another', async () => {
  page = await mountThings()
  const item = (text: string) =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitemcheckbox], [role=menuitemradio]')].find(
      (each) => each.textContent === text,
    )
  await page.click('button[aria-label="More actions"]')
  expect([item('Name'), item('Size')?.getAttribute('aria-checked')]).toEqual([undefined, 'true'])
  await page.act(() => item('Kind')?.click())
  expect(location.search).toBe('?columns=name%2Csize%2Ckind')
  await page.act(() => item('Kind')?.click())
  expect(location.search).toBe('')
  await page.act(() => item('Compact')?.click())
  expect(location.search).toBe('?density=compact')
})
