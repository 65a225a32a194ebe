import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { Combobox } from './Combobox.tsx'
import { Field } from './Field.tsx'
import { mountComponent } from './fixture-page.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const cities = [
  { value: 'bergen', label: 'Bergen' },
  { value: 'kyoto', label: 'Kyoto' },
  { value: 'quito', label: 'Quito' },
]

function One({ onChange }: { readonly onChange?: (value: string | null) => void }) {
  const [value, setValue] = useState<string | null>('kyoto')
  function change(next: string | null) {
    setValue(next)
    onChange?.(next)
  }
  return <Combobox label="City" value={value} options={cities} onChange={change} emptyText="No such city" />
}

function Several({ onChange }: { readonly onChange: (value: readonly string[]) => void }) {
  const [value, setValue] = useState<readonly string[]>(['kyoto'])
  function change(next: readonly string[]) {
    setValue(next)
    onChange(next)
  }
  return (
    <Combobox
      label="Cities"
      multiple
      value={value}
      options={cities}
      onChange={change}
      onCreate={(text) => `new:${text}`}
    />
  )
}

function input(): HTMLInputElement {
  return page!.find<HTMLInputElement>('input[role=combobox]')
}

function shown(): readonly (string | null)[] {
  return [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
}

async function press(key: string): Promise<void> {
  await page?.act(() => input().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
}

async function write(text: string): Promise<void> {
  await page?.act(() => input().focus())
  await page?.act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text)
    input().dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  })
}

async function open(): Promise<void> {
  await page?.act(() => input().focus())
  await press('ArrowDown')
}

test('the field shows the name of the choice, and all choices are there to change it', async () => {
  page = await mountComponent(One)
  expect(input().value).toBe('Kyoto')
  await open()
  expect(shown()).toEqual(['Bergen', 'Kyoto', 'Quito'])
  expect(input().getAttribute('aria-expanded')).toBe('true')
})

test('typing finds, and Enter takes the first that was found', async () => {
  const change = vi.fn()
  page = await mountComponent(() => <One onChange={change} />)
  await write('qu')
  expect(shown()).toEqual(['Quito'])
  await press('Enter')
  expect(change).toHaveBeenLastCalledWith('quito')
  expect(input().value).toBe('Quito')
})

test('a query without matches is reported', async () => {
  page = await mountComponent(One)
  await write('xyz')
  expect(shown()).toEqual([])
  expect(document.body.textContent).toContain('No such city')
})

test('the choice is cleared by its button', async () => {
  const change = vi.fn()
  page = await mountComponent(() => <One onChange={change} />)
  await page.click('button[aria-label=Clear]')
  expect(change).toHaveBeenLastCalledWith(null)
})

test('several are chosen one by one, removed by name, and the last by Backspace', async () => {
  const change = vi.fn()
  page = await mountComponent(() => <Several onChange={change} />)
  await write('berg')
  await press('Enter')
  expect(change).toHaveBeenLastCalledWith(['kyoto', 'bergen'])
  await page.click('[aria-label="Remove Kyoto"]')
  expect(change).toHaveBeenLastCalledWith(['bergen'])
  await page.act(() => input().focus())
  await press('Backspace')
  expect(change).toHaveBeenLastCalledWith([])
})

test('a missing choice can be created, and is not offered beside one of the same name', async () => {
  const change = vi.fn()
  page = await mountComponent(() => <Several onChange={change} />)
  await write('quito')
  expect(shown()).toEqual(['Quito'])
  await write('Oslo')
  expect(shown()).toEqual(['Create “Oslo”'])
  await press('Enter')
  expect(change).toHaveBeenLastCalledWith(['kyoto', 'new:Oslo'])
  expect(page.text()).toContain('Oslo')
})

test('choices are loaded for the typed text, and a late answer does not replace a newer one', async () => {
  const late = Promise.withResolvers<void>()
  const load = vi.fn(async (text: string, signal: AbortSignal) => {
    if (text === 'slow') await late.promise
    return signal.aborted ? [] : [{ value: text, label: `${text} town` }]
  })
  page = await mountComponent(() => <Combobox label="City" value={null} load={load} onChange={() => undefined} />)
  await write('slow')
  await page.act(() => vi.waitFor(() => expect(load.mock.lastCall?.[0]).toBe('slow')))
  await write('fast')
  await page.act(() => vi.waitFor(() => expect(load.mock.lastCall?.[0]).toBe('fast')))
  await page.act(() => late.resolve())
  expect(load.mock.calls.map(([text]) => text)).toEqual(['', 'slow', 'fast'])
  expect(shown()).toEqual(['fast town'])
})

test('choices that cannot be loaded are said to be missing', async () => {
  const load = () => Promise.reject(new Error('secret'))
  page = await mountComponent(() => <Combobox label="City" value={null} load={load} onChange={() => undefined} />)
  await open()
  expect(document.body.textContent).toContain("Couldn't load the options")
  expect(document.body.textContent).not.toContain('secret')
})

test('a field gives it its label and its error', async () => {
  page = await mountComponent(() => (
    <Field label="Town" error="Choose one.">
      <Combobox value={null} options={cities} onChange={() => undefined} />
    </Field>
  ))
  expect(input().labels?.[0]?.textContent).toBe('Town')
  expect(input().getAttribute('aria-invalid')).toBe('true')
})
