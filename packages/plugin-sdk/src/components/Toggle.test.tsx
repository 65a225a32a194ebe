import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Toggle } from './Toggle.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

function Switched({ disabled = false }: { readonly disabled?: boolean }) {
  const [checked, setChecked] = useState(false)
  return <Toggle label="Mail" checked={checked} onChange={setChecked} disabled={disabled} />
}

test('a press switches, and the switch says how it stands', async () => {
  page = await mountComponent(() => <Switched />)
  expect(page.find('[role=switch]').getAttribute('aria-checked')).toBe('false')
  await page.click('[role=switch]')
  expect(page.find('[role=switch]').getAttribute('aria-checked')).toBe('true')
  expect(page.find('[role=switch]').getAttribute('aria-label')).toBe('Mail')
})

test('a switch that cannot be used stays where it is, and within reach', async () => {
  page = await mountComponent(() => <Switched disabled />)
  await page.click('[role=switch]')
  expect(page.find('[role=switch]').getAttribute('aria-checked')).toBe('false')
  expect(page.find<HTMLButtonElement>('[role=switch]').disabled).toBe(false)
  expect(page.find('[role=switch]').getAttribute('aria-disabled')).toBe('true')
})
