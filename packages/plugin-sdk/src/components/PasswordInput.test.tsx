import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { Field } from './Field.tsx'
import { mountComponent } from './fixture-page.ts'
import { PasswordInput } from './PasswordInput.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

function Sample() {
  const [password, setPassword] = useState('')
  return (
    <Field label="Password" error={password === 'short' ? 'Too short' : undefined}>
      <PasswordInput name="password" value={password} onChange={(event) => setPassword(event.target.value)} />
    </Field>
  )
}

test('a password is hidden, and a press shows and hides it without losing it', async () => {
  page = await mountComponent(Sample)
  await page.fill('input', 'kettle moon otter')
  expect(page.find<HTMLInputElement>('input').type).toBe('password')
  await page.click('[aria-label="Show password"]')
  expect(page.find<HTMLInputElement>('input').type).toBe('text')
  await page.click('[aria-label="Hide password"]')
  const { type, value } = page.find<HTMLInputElement>('input')
  expect([type, value]).toEqual(['password', 'kettle moon otter'])
})

test('it takes label and error from its field', async () => {
  page = await mountComponent(Sample)
  await page.fill('input', 'short')
  const input = page.find<HTMLInputElement>('input')
  expect(input.labels?.[0]?.textContent).toBe('Password')
  expect(input.getAttribute('aria-invalid')).toBe('true')
})
