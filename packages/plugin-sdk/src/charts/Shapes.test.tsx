import { afterEach, expect, test } from 'vitest'
import { mountComponent } from '../components/fixture-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { Donut } from './Donut.tsx'
import { Heatmap } from './Heatmap.tsx'
import { Sparkline } from './Sparkline.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a sparkline says where it began, where it ended, and how high it went', async () => {
  page = await mountComponent(() => <Sparkline label="Changes" values={[3, 12, 8]} />)
  expect(page.find('svg').getAttribute('aria-label')).toBe('Changes: from 3 to 8, at most 12')
  expect(page.find('path.stroke-chart-1').getAttribute('d')).toBe('M0.00 17.00L50.00 2.00L100.00 8.67')
})

test('a sparkline of one value draws nothing', async () => {
  page = await mountComponent(() => <Sparkline label="Changes" values={[3]} />)
  expect(page.container.querySelector('svg')).toBeNull()
})

test('a donut says each part in words beside it, and draws what is more than nothing', async () => {
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

test('a heatmap tints by how much there is, and has its numbers in a table', async () => {
  const rows = [
    { label: 'Mon', values: [0, 10] },
    { label: 'Tue', values: [1, 5] },
  ]
  page = await mountComponent(() => <Heatmap label="Clicks" columnsTitle="Hour" columns={['8', '9']} rows={rows} />)
  const cells = [...page.container.querySelectorAll('figure > svg rect')]
  expect(cells.map((cell) => cell.getAttribute('class'))).toEqual([
    'fill-sunken',
    'fill-chart-1',
    'fill-chart-5',
    'fill-chart-3',
  ])
  expect(cells[1]?.textContent).toBe('Mon, 9: 10')
  expect([...page.container.querySelectorAll('table tr')].map(({ textContent }) => textContent)).toEqual([
    'HourMonTue',
    '801',
    '9105',
  ])
  expect(await accessibilityProblems(page)).toEqual([])
})
