import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import { mountPage, type MountedPage } from '../testing/mount-page.ts'
import { Checkbox } from './Checkbox.tsx'
import { Field } from './Field.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import { fixturePlugin } from './fixture-page.ts'

let page: MountedPage
afterEach(() => page.unmount())

function Days() {
  const [chosen, setChosen] = useState<readonly string[]>([])
  return (
    <Field label="Days" hint="On which it is sent">
      <FieldGroup>
        {['Monday', 'Tuesday'].map((day) => (
          <Checkbox
            key={day}
            label={day}
            checked={chosen.includes(day)}
            onChange={(isChosen) => setChosen(isChosen ? [...chosen, day] : chosen.filter((one) => one !== day))}
          />
        ))}
      </FieldGroup>
    </Field>
  )
}

test('each control of a group is found by its own label, and the group by that of the field', async () => {
  page = await mountPage({ plugin: fixturePlugin(Days), path: '/fixture' })
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[role=group] input')]
  expect(new Set(boxes.map(({ id }) => id)).size).toBe(2)
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Tuesday')
  await page.act(() => label?.click())
  expect([...document.querySelectorAll<HTMLInputElement>('[role=group] input')].map(({ checked }) => checked)).toEqual([
    false,
    true,
  ])
  const group = page.find('[role=group]')
  const textOf = (attribute: string) => document.getElementById(group.getAttribute(attribute) ?? '')?.textContent
  expect([textOf('aria-labelledby'), textOf('aria-describedby')]).toEqual(['Days', 'On which it is sent'])
  expect(await accessibilityProblems(page)).toEqual([])
})
