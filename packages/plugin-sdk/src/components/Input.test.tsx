import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('adornments are not part of the value', async () => {
  page = await mountComponent(() => (
    <Field label="Address" error="Write an address.">
      <Input prefix="https://" suffix="/" defaultValue="example.com" trailing={<button type="button">Test</button>} />
    </Field>
  ))
  const input = page.find<HTMLInputElement>('input')
  expect(input.value).toBe('example.com')
  expect(input.labels?.[0]?.textContent).toBe('Address')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('prefix')).toBeNull()
  expect(input.parentElement?.textContent).toBe('https:///Test')
})
