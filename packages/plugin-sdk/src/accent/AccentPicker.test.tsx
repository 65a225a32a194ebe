import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Field } from '../components/Field.tsx'
import { mountComponent, type } from '../components/fixture-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { AccentPicker } from './AccentPicker.tsx'
import { accentTokens } from '@host/plugin/wire'
import { accentPresets } from './presets.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

async function mount(first: string | null): Promise<{ readonly chosen: (string | null)[] }> {
  const chosen: (string | null)[] = []
  function Chosen() {
    const [value, setValue] = useState(first)
    const choose = (next: string | null): void => {
      chosen.push(next)
      setValue(next)
    }
    return (
      <Field label="Color">
        <AccentPicker value={value} onChange={choose} />
      </Field>
    )
  }
  page = await mountComponent(Chosen)
  return { chosen }
}

const checked = (): string | null | undefined =>
  page?.container.querySelector('input:checked')?.getAttribute('aria-label')

test('a press chooses a colour, and the way back to the colour of the product is one of them', async () => {
  const { chosen } = await mount(null)
  expect(checked()).toBe('Default')
  await page?.click('input[aria-label=Green]')
  expect(checked()).toBe('Green')
  await page?.click('input[aria-label="Default"]')
  expect(chosen).toEqual([accentPresets[2]?.color, null])
})

test('a colour of their own is taken as it is, and no preset counts as chosen', async () => {
  const { chosen } = await mount(null)
  await page?.act(() => type(page?.find('input[type=color]') as HTMLInputElement, '#123456'))
  expect(chosen).toEqual(['#123456'])
  expect(checked()).toBeUndefined()
})

test('the choice has the name of its field, and axe has nothing to say', async () => {
  await mount(null)
  const group = page?.find('[role=radiogroup]')
  expect(document.getElementById(group?.getAttribute('aria-labelledby') ?? '')?.textContent).toBe('Color')
  expect(await accessibilityProblems(page as MountedPage)).toEqual([])
})

test('every preset is taken as it is by the light theme: white is readable on it', () => {
  expect(accentPresets.length).toBe(8)
  for (const { color } of accentPresets) {
    expect(accentTokens(color)['--color-accent']).toMatch(new RegExp(`^light-dark\\(${color}, `))
  }
})
