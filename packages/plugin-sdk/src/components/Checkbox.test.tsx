import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { Checkbox } from './Checkbox.tsx'
import { Field } from './Field.tsx'
import { mountComponent } from './fixture-page.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

function Box({ disabled = false }: { readonly disabled?: boolean }) {
  const [checked, setChecked] = useState(false)
  return (
    <Checkbox label="Mail" description="Once a week." checked={checked} onChange={setChecked} disabled={disabled} />
  )
}

function box(): HTMLInputElement {
  return page!.find<HTMLInputElement>('input[type=checkbox]')
}

test('a press on the box or its label checks it, and its state is announced', async () => {
  page = await mountComponent(() => <Box />)
  await page.click('input')
  expect(box().checked).toBe(true)
  await page.click('label')
  expect(box().checked).toBe(false)
  expect(page.find(`[id="${box().getAttribute('aria-describedby')}"]`).textContent).toBe('Once a week.')
})

test('a box that cannot be used stays as it is, and within reach', async () => {
  page = await mountComponent(() => <Box disabled />)
  await page.click('input')
  expect(box().checked).toBe(false)
  expect(box().disabled).toBe(false)
  expect(box().getAttribute('aria-disabled')).toBe('true')
})

test('some of many is neither checked nor unchecked', async () => {
  page = await mountComponent(() => <Checkbox label="All" checked={false} indeterminate onChange={() => undefined} />)
  expect(box().indeterminate).toBe(true)
})

test('an error of its field is its own', async () => {
  page = await mountComponent(() => (
    <Field error="Agree to go on.">
      <Checkbox label="I agree" checked={false} onChange={() => undefined} />
    </Field>
  ))
  expect(box().getAttribute('aria-invalid')).toBe('true')
  expect(box().labels?.[0]?.textContent).toBe('I agree')
  expect(page.find(`[id="${box().getAttribute('aria-describedby')}"]`).textContent).toBe('Agree to go on.')
})
