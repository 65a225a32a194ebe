import { afterEach, expect, test } from 'vitest'
import { mountComponent } from '../components/fixture-page.ts'
import type { MountedPage } from '../testing/mount-page.ts'
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

test('an invalid number is left out of the line', async () => {
  page = await mountComponent(() => <Sparkline label="Changes" values={[Number.NaN, 3, Infinity, 8]} />)
  expect(page.find('svg').getAttribute('aria-label')).toBe('Changes: from 3 to 8, at most 8')
  expect(page.container.innerHTML).not.toContain('NaN')
})
