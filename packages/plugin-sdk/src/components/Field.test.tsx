import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { Field } from './Field.tsx'
import { mountComponent } from './fixture-page.ts'
import { Input } from './Input.tsx'
import { Select } from './Select.tsx'
import { Toggle } from './Toggle.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a label, a hint and the wish for a value reach the control', async () => {
  page = await mountComponent(() => (
    <Field label="Title" hint="Short is good." required>
      <Input />
    </Field>
  ))
  const input = page.find<HTMLInputElement>('input')
  expect(input.labels?.[0]?.textContent).toBe('Title')
  expect(page.find(`[id="${input.getAttribute('aria-describedby')}"]`).textContent).toBe('Short is good.')
  expect(input.required).toBe(true)
  expect(input.hasAttribute('aria-invalid')).toBe(false)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('an error takes the place of the hint and marks the control', async () => {
  page = await mountComponent(() => (
    <Field label="Title" hint="Short is good." error="Write a title.">
      <Input />
    </Field>
  ))
  const input = page.find('input')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(page.find(`[id="${input.getAttribute('aria-describedby')}"]`).textContent).toBe('Write a title.')
  expect(page.text()).not.toContain('Short is good.')
})

test('an empty error is none', async () => {
  page = await mountComponent(() => (
    <Field label="Title" error="">
      <Input />
    </Field>
  ))
  expect(page.find('input').hasAttribute('aria-invalid')).toBe(false)
})

test('a toggle and a select take their name from the field', async () => {
  page = await mountComponent(() => (
    <>
      <Field label="Public">
        <Toggle checked onChange={() => undefined} />
      </Field>
      <Field label="Color">
        <Select value="red" options={[{ value: 'red', label: 'Red' }]} onChange={() => undefined} />
      </Field>
    </>
  ))
  const [first, second] = [...page.container.querySelectorAll('label')].map(({ htmlFor }) => htmlFor)
  expect(page.find(`[id="${first}"]`).getAttribute('role')).toBe('switch')
  expect(page.find(`[id="${second}"]`).getAttribute('role')).toBe('combobox')
  expect(await accessibilityProblems(page)).toEqual([])
})
