import { expect, test } from 'vitest'
import { problem } from '@host/plugin-sdk/testing'
import { fill, open, prepareSignIn, submit, text, title } from '../testing/sign-in-lab.ts'
import { waitFor } from '../../testing/wait-for.ts'

prepareSignIn()

test('an instance that sends no email says so where a password is reset, and asks for no address', async () => {
  open('/forgot', { 'GET /api/auth/policy': { canRegister: false, canResetPassword: false, isSetUp: true } })
  await waitFor(() => expect(text()).toContain("This instance can't send email"))
  expect(document.querySelector('input[name=email]')).toBeNull()
})

test('set-up leads back to the password that the server refused, says why at the field, and forgets it once it changes', async () => {
  const refusal = problem(400, 'invalid_input', {
    errors: [{ path: 'password', message: 'This is a common password.' }],
  })
  open('/setup?token=t', { 'POST /api/auth/setup': refusal })
  await fill({ name: 'Ada', email: 'ada@example.com', password: 'kettle-moon-tree' })
  submit()
  await fill({ workspace: 'Studio' })
  submit()
  await title('Your account')
  const field = () => document.querySelector('input[name=password]')
  await waitFor(() => expect(field()?.getAttribute('aria-invalid')).toBe('true'))
  expect(text()).toContain('This is a common password.')
  await fill({ password: 'kettle-moon-otter' })
  await waitFor(() => expect(field()?.getAttribute('aria-invalid')).not.toBe('true'))
  submit()
  await title('Your workspace')
  expect(text()).not.toContain('This is a common password.')
})

test('set-up judges a password where it stands', async () => {
  open('/setup?token=t', {})
  await fill({ name: 'Ada', email: 'lovelace@example.com', password: 'password12' })
  submit()
  await waitFor(() => expect(text()).toContain('This password is easy to guess.'))
  await fill({ password: 'lovelace-moon-otter' })
  await waitFor(() => expect(text()).toContain("doesn't contain your email address"))
  await fill({ password: 'kettle-moon-otter' })
  submit()
  await title('Your workspace')
})

test('an instance that is not set up names the setup link in place of a form', async () => {
  open('/login', { 'GET /api/auth/policy': { canRegister: false, canResetPassword: false, isSetUp: false } })
  await title("This instance isn't set up yet")
  expect(document.querySelector('input')).toBeNull()
})
