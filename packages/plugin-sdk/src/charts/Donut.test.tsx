import { afterEach, expect, test } from 'vitest'
import { mountComponent } from '../components/fixture-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { Donut } from './Donut.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a donut names each part in words beside it, and draws positive ones', async () => {
  const parts = [
    { label: 'On', value: 3 },
    { label: 'Off', value: 1 },
    { label: 'Broken', value: 0 },
  ]
  page = await mountComponent(() => <Donut label="Features" center={4} parts={parts} />)
  const rows = [...page.container.querySelectorAll('tr')].map((row) => [...row.children].map((one) => one.textContent))
  expect(rows).toEqual([
    ['On', '3', '75%'],
    ['Off', '1', '25%'],
    ['Broken', '0', '0%'],
  ])
  expect(page.container.querySelectorAll('path').length).toBe(2)
  expect(page.find('caption').textContent).toBe('Features')
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a donut of nothing keeps its ring', async () => {
  page = await mountComponent(() => <Donut label="Features" parts={[{ label: 'On', value: 0 }]} />)
  expect(page.container.querySelectorAll('path').length).toBe(1)
  expect(page.text()).toContain('0%')
})

test('a negative or invalid value takes no space in the ring', async () => {
  const parts = [
    { label: 'On', value: 4 },
    { label: 'Owed', value: -4 },
    { label: 'Broken', value: Number.NaN },
  ]
  page = await mountComponent(() => <Donut label="Features" parts={parts} />)
  const shares = [...page.container.querySelectorAll('tr')].map((row) => row.lastElementChild?.textContent)
  expect(shares).toEqual(['100%', '0%', '0%'])
  expect(page.container.innerHTML).not.toContain('NaN')
})
