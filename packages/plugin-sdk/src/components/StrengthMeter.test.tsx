import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { StrengthMeter } from './StrengthMeter.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test.each([
  ['', '', 0],
  ['short', 'Too short', 0],
  ['Password123456', 'Easy to guess', 1],
  ['kettle-moon-otter', 'Good', 3],
  ['kettle-moon-otter-9-Lamp', 'Strong', 4],
])('%j reads %j, with %d of four steps', async (password, word, steps) => {
  page = await mountComponent(() => <StrengthMeter password={password} />)
  const output = page.find('output')
  expect([output.getAttribute('aria-label'), output.textContent]).toEqual(['Password strength', word])
  expect(page.find('[aria-hidden=true]').querySelectorAll('span:not(.bg-pressed)').length).toBe(steps)
})
