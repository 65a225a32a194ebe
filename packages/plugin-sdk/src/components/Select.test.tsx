import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Select } from './Select.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const options = [
  { value: 'red', label: 'Red', description: 'Warm.' },
  { value: 'blue', label: 'Blue' },
]

test('an empty select asks to choose', async () => {
  page = await mountComponent(() => <Select label="Color" value="" options={options} onChange={() => undefined} />)
  const trigger = page.find('[role=combobox]')
  expect([trigger.getAttribute('aria-label'), trigger.textContent]).toEqual(['Color', 'Choose'])
  await page.act(() => trigger.click())
  expect(page.find('[role=combobox]').getAttribute('aria-expanded')).toBe('true')
  const names = [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
  expect(names).toEqual(['RedWarm.', 'Blue'])
})

test('the choice is shown by its name', async () => {
  page = await mountComponent(() => <Select label="Color" value="red" options={options} onChange={() => undefined} />)
  expect(page.find('[role=combobox]').textContent).toBe('Red')
})
