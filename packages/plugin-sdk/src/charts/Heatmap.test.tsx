import { afterEach, expect, test } from 'vitest'
import { mountComponent } from '../components/fixture-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { Heatmap } from './Heatmap.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

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

test('an invalid number is a dash and the color of zero', async () => {
  const rows = [{ label: 'Mon', values: [Number.NaN, -3, 6] }]
  page = await mountComponent(() => (
    <Heatmap label="Clicks" columnsTitle="Hour" columns={['8', '9', '10']} rows={rows} />
  ))
  const cells = [...page.container.querySelectorAll('figure > svg rect')].map((cell) => cell.getAttribute('class'))
  expect(cells).toEqual(['fill-sunken', 'fill-sunken', 'fill-chart-1'])
  expect(page.container.innerHTML).not.toContain('NaN')
})
