import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Field } from '../components/Field.tsx'
import { mountComponent, type } from '../components/fixture-page.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { readColor } from './color-text.ts'
import { ColorField } from './ColorField.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const change = vi.fn<(value: string) => void>()

function Stage() {
  const [value, setValue] = useState('')
  function set(next: string) {
    setValue(next)
    change(next)
  }
  return (
    <Field label="Stage color">
      <ColorField value={value} presets={[{ color: '#0f766e', label: 'Sea' }]} onChange={set} />
    </Field>
  )
}

const field = () => page!.find<HTMLInputElement>('input:not([type=color], [type=radio])')

async function write(text: string): Promise<void> {
  await page?.act(() => field().focus())
  await page?.act(() => type(field(), text))
  await page?.act(() => field().blur())
}

test('a preset is a choice by name, and its value stands in the field', async () => {
  page = await mountComponent(Stage)
  expect(field().labels?.[0]?.textContent).toBe('Stage color')
  await page.click('input[type=radio][aria-label=Sea]')
  expect(change).toHaveBeenLastCalledWith('#0f766e')
  expect(field().value).toBe('#0f766e')
  expect(page.find<HTMLInputElement>('input[type=radio]').checked).toBe(true)
})

test('a typed color is read when the field is left, and other text is marked as wrong', async () => {
  page = await mountComponent(Stage)
  await write('ABC')
  expect(change).toHaveBeenLastCalledWith('#aabbcc')
  expect(field().value).toBe('#aabbcc')
  await write('blue')
  expect(change).toHaveBeenLastCalledWith('blue')
  expect(page.find('[role=alert]').textContent).toBe('Enter # and six hex digits.')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  await write('')
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('the palette of the browser sets the color', async () => {
  page = await mountComponent(Stage)
  await page.act(() => type(page!.find('input[type=color]'), '#123456'))
  expect(field().value).toBe('#123456')
})

test.each([
  ['#0F766E', '#0f766e'],
  ['＃fff', '#ffffff'],
  [' 1a7f5a ', '#1a7f5a'],
  ['#12345', undefined],
  ['red', undefined],
])('%s is read as %s', (typed, color) => {
  expect(readColor(typed)).toBe(color)
})
