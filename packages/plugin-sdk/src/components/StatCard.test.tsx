import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { StatCard, type StatCardProps } from './StatCard.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

async function mount(props: Partial<StatCardProps>): Promise<MountedPage> {
  page = await mountComponent(() => <StatCard label="Errors" value="12" {...props} />)
  return page
}

test('a change is named in words, shown with an arrow, and colored by its meaning', async () => {
  await mount({ change: { before: 20, now: 12, good: 'down' } })
  expect(page?.text()).toContain('40% less than before')
  expect(page?.container.querySelector('.text-positive-fg svg')).not.toBeNull()
})

test('a rising bad value is shown as bad, and a change without meaning has no color', async () => {
  await mount({ change: { before: 10, now: 12, good: 'down' } })
  expect(page?.container.querySelector('.text-danger-fg')?.textContent).toContain('20% more than before')
  await page?.unmount()
  await mount({ change: { before: 10, now: 12 } })
  expect(page?.container.querySelector('.text-danger-fg, .text-positive-fg')).toBeNull()
})

test('a value without a period before has no change', async () => {
  await mount({ change: { before: 0, now: 3, good: 'up' } })
  expect(page?.text()).not.toContain('more than before')
})

test('an unchanged value is reported as such', async () => {
  await mount({ change: { before: 3, now: 3, good: 'up' } })
  expect(page?.text()).toContain('As before')
})

test('while loading it keeps the space of value, hint and trend, and reports no change', async () => {
  await mount({
    value: undefined,
    change: { before: 0, now: 3 },
    course: { label: 'Errors per day', values: undefined },
  })
  expect(page?.container.querySelectorAll('.animate-skeleton').length).toBe(3)
  expect(page?.text()).toBe('Errors')
})
