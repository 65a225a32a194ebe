import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { Field } from './Field.tsx'
import { mountComponent } from './fixture-page.ts'
import { Radio } from './Radio.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const colours = [
  { value: 'red', label: 'Red', description: 'Warm.' },
  { value: 'blue', label: 'Blue' },
  { value: 'grey', label: 'Grey', disabled: true },
] as const

function Colour() {
  const [value, setValue] = useState<'red' | 'blue' | 'grey'>()
  return (
    <Field label="Color" error="Choose one." required>
      <Radio value={value} options={colours} onChange={setValue} />
    </Field>
  )
}

function radio(value: string): HTMLInputElement {
  const found = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')]
  return found.find(({ labels }) => labels?.[0]?.textContent === value)!
}

test('one of them is chosen, and choosing another lets it go', async () => {
  page = await mountComponent(Colour)
  await page.act(() => radio('Red').click())
  expect([radio('Red').checked, radio('Blue').checked]).toEqual([true, false])
  await page.act(() => radio('Blue').click())
  expect([radio('Red').checked, radio('Blue').checked]).toEqual([false, true])
  await page.act(() => radio('Grey').click())
  expect(radio('Blue').checked).toBe(true)
})

test('they are one group of the browser’s own, so that arrows move the choice', async () => {
  page = await mountComponent(Colour)
  expect(new Set(['Red', 'Blue', 'Grey'].map((name) => radio(name).name)).size).toBe(1)
  expect(radio('Red').name).not.toBe('')
})

test('the group takes label, error and need from its field', async () => {
  page = await mountComponent(Colour)
  const group = page.find('[role=radiogroup]')
  expect(page.find(`[id="${group.getAttribute('aria-labelledby')}"]`).textContent).toBe('Color')
  expect(page.find(`[id="${group.getAttribute('aria-describedby')}"]`).textContent).toBe('Choose one.')
  expect([group.getAttribute('aria-invalid'), group.getAttribute('aria-required')]).toEqual(['true', 'true'])
  expect(await accessibilityProblems(page)).toEqual([])
})
