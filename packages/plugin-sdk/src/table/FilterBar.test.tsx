import { afterEach, expect, test, vi } from 'vitest'
import { accessibilityProblems, type MountedPage } from '../testing/index.ts'
import { mountThings, press } from './FixtureList.tsx'

let page: MountedPage
afterEach(() => page.unmount())

const named = (text: string) => [...document.querySelectorAll('button')].find((each) => each.textContent === text)
const asked = (name: string) => page.requests.findLast(({ path }) => path === '/api/x/things/things')?.query.get(name)
const search = () => page.find<HTMLInputElement>('input[type=search]')

function write(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

async function add(label: string): Promise<void> {
  await page.act(() => named('Filter')?.click())
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  await page.act(() => items.find((each) => each.textContent === label)?.click())
}

test('the key / goes to the search, which the list follows after a pause', async () => {
  page = await mountThings()
  await press(page, '/')
  expect(document.activeElement).toBe(search())
  const before = page.requests.length
  await page.act(() => write(search(), 'app'))
  expect([location.search, page.requests.length]).toEqual(['', before])
  await page.act(() => vi.waitFor(() => expect(location.search).toBe('?q=app')))
  expect(asked('q')).toBe('app')
  expect(search().value).toBe('app')
})

test('Enter searches at once, and the box follows an address that changes', async () => {
  page = await mountThings({ path: '/things?q=old' })
  expect(search().value).toBe('old')
  await page.act(() => write(search(), 'new '))
  await press(page, 'Tab')
  await page.act(() => search().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  expect(location.search).toBe('?q=new')
  expect(search().value).toBe('new ')
  await page.act(() => named('Clear filters')?.click())
  expect([location.search, search().value]).toEqual(['', ''])
})

test('a choice is added as a chip, changed, and taken off', async () => {
  page = await mountThings()
  await add('Kind')
  await page.act(() => named('Root')?.click())
  expect([location.search, asked('kind')]).toEqual(['?kind=root', 'root'])
  await page.act(() => named('KindRoot')?.click())
  expect(named('Root')?.getAttribute('aria-pressed')).toBe('true')
  await page.act(() => named('Fruit')?.click())
  expect(location.search).toBe('?kind=fruit')
  await page.click('button[aria-label="Remove filter: Kind"]')
  expect(location.search).toBe('')
})

test('a filter that is left without a value is none', async () => {
  page = await mountThings()
  await add('Maker')
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(location.search).toBe('')
  expect(document.querySelector('[aria-label="Remove filter: Maker"]')).toBeNull()
})

test('days have to be in order', async () => {
  page = await mountThings()
  await add('Made')
  const [from, to] = [...document.querySelectorAll<HTMLInputElement>('input[type=date]')]
  if (from === undefined || to === undefined) throw new Error('There are no fields for days.')
  await page.act(() => write(from, '2026-02-02'))
  await page.act(() => write(to, '2026-02-01'))
  expect(page.find('[role=dialog]').textContent).toContain('The end date is before the start date')
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(location.search).toBe('')
  await page.act(() => write(to, '2026-02-03'))
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(location.search).toBe('?made=2026-02-02..2026-02-03')
})

test('numbers are a range with one or two ends, and amounts are sent in the smallest unit', async () => {
  page = await mountThings()
  await add('Price')
  const fields = () => [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=number]')]
  const fill = async (...values: readonly string[]) => {
    for (const [place, value] of values.entries()) await page.act(() => write(fields()[place]!, value))
    await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  }
  await fill('12.505', '')
  expect(page.find('[role=dialog]').textContent).toContain('Enter a number.')
  await fill('12.5', '9')
  expect(page.find('[role=dialog]').textContent).toContain('The maximum is below the minimum.')
  expect(location.search).toBe('')
  await fill('12.5', '1200')
  expect(location.search).toBe('?price=1250..120000')
  expect(named('Price€12.50 – €1,200.00')).toBeTruthy()
  await page.act(() => named('Price€12.50 – €1,200.00')?.click())
  expect(fields().map(({ value }) => value)).toEqual(['12.50', '1200.00'])
  await fill('', '')
  expect(location.search).toBe('')
  await add('Weight')
  await fill('-1.5')
  expect(location.search).toBe('?weight=-1.5..')
  expect(named('Weight≥ -1.5')).toBeTruthy()
})

test.each(['?weight=5..1', '?weight=a..b', '?weight=..', '?price=1.5..2'])(
  'an address like %s names no range',
  async (query) => {
    page = await mountThings({ path: `/things${query}` })
    expect(document.querySelector('[aria-label^="Remove filter"]')).toBeNull()
  },
)

test('yes and no are a filter too', async () => {
  page = await mountThings()
  await add('Fresh')
  await page.act(() => named('No')?.click())
  expect(location.search).toBe('?fresh=no')
  expect(named('FreshNo')).toBeTruthy()
})

test('is accessible while a filter is being chosen', async () => {
  page = await mountThings({ path: '/things?made=2026-01-01..' })
  await add('Kind')
  expect(await accessibilityProblems(page)).toEqual([])
})
