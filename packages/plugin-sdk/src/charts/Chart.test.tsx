import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mountComponent } from '../components/fixture-page.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import { Chart, type ChartProps } from './Chart.tsx'

/** happy-dom has no canvas, so drawing is checked in a browser and the accessible text here. */
const drawn = vi.hoisted(() => ({ plots: [] as { data: unknown; isDestroyed: boolean; over: HTMLElement }[] }))
vi.mock('uplot', () => ({
  default: class {
    static readonly paths = {}
    readonly over = document.createElement('div')
    readonly width = 0
    readonly height = 0
    isDestroyed = false
    readonly data: unknown
    constructor(_: unknown, data: unknown, target: HTMLElement) {
      this.data = data
      target.append(this.over)
      drawn.plots.push(this)
    }
    valToPos(value: number): number {
      return value * 10
    }
    posToIdx(left: number): number {
      return Math.round(left / 10)
    }
    setCursor(): void {}
    destroy(): void {
      this.isDestroyed = true
    }
  },
}))

let page: MountedPage | undefined
beforeEach(() => void (drawn.plots.length = 0))
afterEach(() => page?.unmount())

const data = { labels: ['Mon', 'Tue', 'Wed'], series: [{ label: 'Changes', values: [3, null, 8] }] }
const place = '[role=slider]'

async function mount(props: Partial<ChartProps> = {}): Promise<MountedPage> {
  page = await mountComponent(() => <Chart label="Changes per day" labelsTitle="Day" data={data} {...props} />)
  await page.act(() => vi.dynamicImportSettled())
  return page
}

async function press(key: string): Promise<void> {
  await page?.act(() => page?.find(place).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
}

const said = (): string | null | undefined => page?.find(place).getAttribute('aria-valuetext')
const shown = (): string | undefined =>
  page?.container.querySelector('figure .pointer-events-none')?.textContent ?? undefined

test('a drawn chart is a table too, under the same name', async () => {
  const { container } = await mount()
  const rows = [...container.querySelectorAll('table tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent).join(' '),
  )
  expect(rows).toEqual(['Day Changes', 'Mon 3', 'Tue –', 'Wed 8'])
  expect(container.querySelector('caption')?.textContent).toBe('Changes per day')
  expect(container.querySelector('figcaption')?.textContent).toBe('Changes per day')
  expect(drawn.plots.at(-1)?.data).toEqual([
    [0, 1, 2],
    [3, null, 8],
  ])
})

test('the arrow keys read single values, and Escape stops', async () => {
  await mount()
  expect(said()).toBe('Wed: Changes 8')
  await press('ArrowRight')
  expect(said()).toBe('Mon: Changes 3')
  await press('ArrowRight')
  expect(said()).toBe('Tue: Changes –')
  await press('End')
  expect(said()).toBe('Wed: Changes 8')
  await press('ArrowRight')
  expect(said()).toBe('Wed: Changes 8')
  await press('ArrowLeft')
  await press('Home')
  expect(said()).toBe('Mon: Changes 3')
  expect(page?.find(place).getAttribute('aria-valuenow')).toBe('0')
  expect(shown()).toBe('Mon3')
  await press('Escape')
  expect(shown()).toBeUndefined()
})

test('other keys stay with the page', async () => {
  await mount()
  for (const [key, isTaken] of [
    ['Tab', false],
    ['PageDown', false],
    ['Escape', false],
    ['ArrowRight', true],
  ] as const) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    await page?.act(() => page?.find(place).dispatchEvent(event))
    expect(event.defaultPrevented, key).toBe(isTaken)
  }
})

test('the pointer shows the values below it, until it leaves', async () => {
  const { act, text } = await mount()
  const over = drawn.plots.at(-1)?.over
  const move = Object.assign(new Event('pointermove'), { offsetX: 20 })
  await act(() => over?.dispatchEvent(move))
  expect(shown()).toBe('Wed8')
  await act(() => over?.dispatchEvent(new Event('pointerleave')))
  expect(shown()).toBeUndefined()
  expect(text()).toContain('Changes per day')
})

test('another theme draws it again in its colours', async () => {
  const { act } = await mount()
  const before = drawn.plots.length
  await act(() => (document.documentElement.dataset['theme'] = 'dark'))
  await act(() => vi.waitFor(() => expect(drawn.plots.length).toBeGreaterThan(before)))
  expect(drawn.plots.filter(({ isDestroyed }) => !isDestroyed).length).toBe(1)
})

test('on its way it keeps its place and says so', async () => {
  const { container } = await mount({ data: undefined })
  expect(container.querySelector('[aria-busy=true]')).not.toBeNull()
  expect(container.querySelector('.h-60')).not.toBeNull()
  expect(drawn.plots.length).toBe(0)
})

test('without a value it says so in the same place', async () => {
  const { text } = await mount({ data: { labels: ['Mon'], series: [{ label: 'Changes', values: [null] }] } })
  expect(text()).toContain('No data yet')
  expect(page?.container.querySelector('.h-60')).not.toBeNull()
})

test('a value that is not a number is as unknown as a missing one', async () => {
  const { text } = await mount({
    data: { labels: ['Mon', 'Tue', 'Wed'], series: [{ label: 'Changes', values: [Number.NaN, Infinity, -8] }] },
  })
  expect(drawn.plots.at(-1)?.data).toEqual([
    [0, 1, 2],
    [null, null, -8],
  ])
  expect(text()).not.toMatch(/NaN|∞/)
  await page?.unmount()
  const { text: empty } = await mount({
    data: { labels: ['Mon'], series: [{ label: 'Changes', values: [Number.NaN] }] },
  })
  expect(empty()).toContain('No data yet')
})

test('axe has nothing to say', async () => {
  expect(await accessibilityProblems(await mount())).toEqual([])
})
