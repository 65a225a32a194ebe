import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Tabs } from './Tabs.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const tabs = ['one', 'two', 'three'].map((id) => ({ id, label: `Tab ${id}`, content: `Text of ${id}` }))
const chosen = () => document.querySelector('[role=tab][aria-selected=true]')?.textContent
const press = (key: string) =>
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))

test('the first tab shows, each tab names its panel, and a press shows another', async () => {
  page = await mountComponent(() => <Tabs label="Parts" tabs={tabs} />)
  expect(page.find('[role=tablist]').getAttribute('aria-label')).toBe('Parts')
  expect(chosen()).toBe('Tab one')
  const panel = page.find('[role=tabpanel]')
  expect(page.find(`[id="${panel.getAttribute('aria-labelledby')}"]`).textContent).toBe('Tab one')
  await page.click('[role=tab]:nth-of-type(3)')
  expect(page.find('[role=tabpanel]').textContent).toBe('Text of three')
})

test('arrows move between tabs and show them, from the last to the first', async () => {
  page = await mountComponent(() => <Tabs label="Parts" tabs={tabs} />)
  await page.act(() => page?.find('[role=tab]').focus())
  await page.act(() => press('ArrowRight'))
  expect(chosen()).toBe('Tab two')
  await page.act(() => press('End'))
  expect(chosen()).toBe('Tab three')
  await page.act(() => press('ArrowRight'))
  expect(chosen()).toBe('Tab one')
})

test('the address keeps the tab, and leaves the first one out', async () => {
  page = await mountComponent(() => <Tabs label="Parts" tabs={tabs} search="part" />)
  await page.click('[role=tab]:nth-of-type(2)')
  expect(location.search).toBe('?part=two')
  expect(chosen()).toBe('Tab two')
  await page.click('[role=tab]')
  expect(location.search).toBe('')
})

test('an address that names no tab shows the first', async () => {
  page = await mountComponent(() => <Tabs label="Parts" tabs={tabs} search="part" />)
  await page.act(() => {
    history.pushState(null, '', '?part=gone')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(chosen()).toBe('Tab one')
})
