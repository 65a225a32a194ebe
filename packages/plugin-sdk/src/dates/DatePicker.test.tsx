import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mountComponent, type } from '../components/fixture-page.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { DatePicker } from './DatePicker.tsx'

let page: MountedPage | undefined
beforeAll(() => import('./calendar/Calendar.tsx'))
beforeEach(() => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US']))
afterEach(() => page?.unmount())

const change = vi.fn<(value: unknown) => void>()

function Due({ min, max }: { readonly min?: string; readonly max?: string }) {
  const [value, setValue] = useState('2026-11-20')
  function set(next: string) {
    setValue(next)
    change(next)
  }
  return <DatePicker label="Due" value={value} onChange={set} min={min} max={max} />
}

function field(): HTMLInputElement {
  return page!.find<HTMLInputElement>('input')
}

async function write(text: string): Promise<void> {
  await page?.act(() => field().focus())
  await page?.act(() => type(field(), text))
  await page?.act(() => field().blur())
}

async function openCalendar(): Promise<void> {
  await page?.click('button[aria-label="Open calendar"]')
  await vi.waitFor(() => page?.act(() => expect(document.querySelector('[role=grid]')).not.toBeNull()))
}

function day(name: string): HTMLButtonElement {
  return page!.find<HTMLButtonElement>(`[role=grid] button[aria-label^="${name}"]`)
}

async function press(key: string): Promise<void> {
  await page?.act(() =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  )
}

test('a day is typed as the reader writes it, and read when the field is left', async () => {
  page = await mountComponent(Due)
  expect([field().value, field().placeholder]).toEqual(['11/20/2026', 'MM/DD/YYYY'])
  await write('12/1/26')
  expect(change).toHaveBeenLastCalledWith('2026-12-01')
  expect(field().value).toBe('12/01/2026')
})

test('an invalid day keeps the typed text and reports an error', async () => {
  page = await mountComponent(Due)
  await write('soon')
  expect(change).toHaveBeenLastCalledWith('soon')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(page.find(`[id="${field().getAttribute('aria-describedby')}"]`).textContent).toContain('Enter a date')
})

test('a day out of bounds is said to be wrong, and cannot be pressed', async () => {
  page = await mountComponent(() => <Due min="2026-11-10" max="2026-11-25" />)
  await openCalendar()
  expect(day('Monday, November 9').disabled).toBe(true)
  expect(day('Tuesday, November 10').disabled).toBe(false)
  await page.act(() => document.body.click())
  await write('11/30/2026')
  expect(page.text()).toContain('Choose 2026-11-25 or earlier.')
})

test('the field is emptied by its button', async () => {
  page = await mountComponent(Due)
  await page.click('button[aria-label="Clear date"]')
  expect(change).toHaveBeenLastCalledWith('')
})

test('the calendar opens at the chosen day, and a press chooses another and closes it', async () => {
  page = await mountComponent(Due)
  await openCalendar()
  expect(page.find('[role=grid]').getAttribute('aria-label')).toBe('November 2026')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Friday, November 20, 2026, selected')
  await page.act(() => day('Tuesday, November 24').click())
  expect(change).toHaveBeenLastCalledWith('2026-11-24')
  expect(document.querySelector('[role=grid]')).toBeNull()
})

test('§ APG grid: arrows go by days and weeks, Home and End in the week, Page Up and Page Down by months', async () => {
  page = await mountComponent(Due)
  await openCalendar()
  const where = () => document.activeElement?.getAttribute('aria-label')?.replace(/, 2026.*/, '')
  const walk = []
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp']) {
    await press(key)
    walk.push(where())
  }
  expect(walk).toEqual([
    'Saturday, November 21',
    'Saturday, November 28',
    'Friday, November 27',
    'Friday, November 20',
    'Sunday, November 15',
    'Saturday, November 21',
    'Monday, December 21',
    'Saturday, November 21',
  ])
  await press('Escape')
  expect(document.querySelector('[role=grid]')).toBeNull()
})
