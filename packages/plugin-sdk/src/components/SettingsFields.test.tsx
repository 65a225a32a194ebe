import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import { mountPage, type MountedPage } from '../testing/mount-page.ts'
import { Field } from './Field.tsx'
import { fixturePlugin } from './fixture-page.ts'
import { Input } from './Input.tsx'
import { SettingsFields } from './SettingsFields.tsx'
import { Toggle } from './Toggle.tsx'

let page: MountedPage
afterEach(() => page.unmount())

function Sound() {
  return (
    <SettingsFields>
      <Field label="Device" hint="As others see it.">
        <Input name="device" />
      </Field>
      <Field label="Rings" error="Choose one.">
        <Toggle checked={false} onChange={() => undefined} />
      </Field>
    </SettingsFields>
  )
}

test('fields of a settings page keep their labels, hints and errors', async () => {
  page = await mountPage({ plugin: fixturePlugin(Sound), path: '/fixture' })
  const [device, rings] = [page.find<HTMLInputElement>('input'), page.find('[role=switch]')]
  const noteOf = (control: Element) =>
    document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent
  expect([device.labels?.[0]?.textContent, noteOf(device)]).toEqual(['Device', 'As others see it.'])
  expect(noteOf(rings)).toBe('Choose one.')
  expect(device.closest('.\\@container\\/settings')).not.toBeNull()
  expect(await accessibilityProblems(page)).toEqual([])
})
