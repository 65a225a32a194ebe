import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mountComponent, type } from '../components/fixture-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { nextRange } from './calendar/Calendar.tsx'
import { DateRangePicker } from './DateRangePicker.tsx'

let page: MountedPage | undefined
beforeEach(() => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US']))
afterEach(() => page?.unmount())

const change = vi.fn<(value: unknown) => void>()

function Written() {
  const [value, setValue] = useState({ from: '', to: '' })
  function set(next: { from: string; to: string }) {
    setValue(next)
    change(next)
  }
  return <DateRangePicker label="Written" value={value} onChange={set} />
}

test('a range is chosen with two presses, in whichever order', async () => {
  expect(nextRange({ from: '', to: '' }, '2026-11-20')).toEqual({ from: '2026-11-20', to: '' })
  expect(nextRange({ from: '2026-11-20', to: '' }, '2026-11-10')).toEqual({ from: '2026-11-10', to: '2026-11-20' })
  expect(nextRange({ from: '2026-11-10', to: '2026-11-20' }, '2026-11-15')).toEqual({ from: '2026-11-15', to: '' })
})

test('both ends of a range are fields of one group, and wrong when they are in the wrong order', async () => {
  page = await mountComponent(Written)
  expect(page.find('[role=group]').getAttribute('aria-label')).toBe('Written')
  const [from, to] = [...document.querySelectorAll<HTMLInputElement>('input')]
  for (const [input, text] of [
    [from, '11/20/2026'],
    [to, '11/09/2026'],
  ] as const) {
    await page.act(() => input?.focus())
    await page.act(() => type(input!, text))
    await page.act(() => input?.blur())
  }
  expect(change).toHaveBeenLastCalledWith({ from: '2026-11-20', to: '2026-11-09' })
  expect(page.text()).toContain('Choose 2026-11-20 or later.')
  expect(await accessibilityProblems(page)).toEqual([])
})
