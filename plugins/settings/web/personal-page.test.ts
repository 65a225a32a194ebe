import { beforeEach, describe, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, variants } from '@host/plugin-sdk/testing'
import { plugin } from './index.ts'

const path = '/settings/personal'
const root = document.documentElement

beforeEach(() => localStorage.clear())

describe.each(variants)('in $theme and $language', (variant) => {
  test("the page shows the reader's choices, accessible", async () => {
    const page = await mountPage({ plugin, path, ...variant })
    const checked = Array.from(page.container.querySelectorAll<HTMLInputElement>('input[type=radio]:checked'))
    expect(checked.length).toBe(3)
    expect(page.find('[role=switch]').getAttribute('aria-checked')).toBe('true')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  })
})

test('a choice of look shows at once, without a button to save', async () => {
  const page = await mountPage({ plugin, path })
  const choose = async (label: string) => {
    const option = Array.from(page.container.querySelectorAll('label')).find(({ textContent }) => textContent === label)
    await page.act(() => option?.click())
  }
  await choose('Dark')
  await choose('Compact')
  await choose('Reduced')
  expect([root.dataset['theme'], root.dataset['density'], root.dataset['motion']]).toEqual([
    'dark',
    'compact',
    'reduced',
  ])
  await page.click('[role=switch]')
  expect(page.find('[role=switch]').getAttribute('aria-checked')).toBe('false')
  expect(localStorage.getItem('host.shortcuts')).toBe('false')
  await page.unmount()
})

test('times are shown in the chosen zone', async () => {
  localStorage.setItem('host.timeZone', 'Pacific/Kiritimati')
  const page = await mountPage({ plugin, path })
  const there = new Intl.DateTimeFormat('en', { timeZone: 'Pacific/Kiritimati', dateStyle: 'medium' }).format()
  expect(page.text()).toContain(`Current time: ${there}`)
  await page.unmount()
})
