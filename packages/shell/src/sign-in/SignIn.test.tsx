import { expect, test, vi } from 'vitest'
import { problem, shellAnswers } from '@host/plugin-sdk/testing'
import { defineUIPlugin } from '@host/plugin-sdk'
import {
  buttonOf,
  common,
  fill,
  leave,
  nobody,
  open,
  prepareSignIn,
  press,
  submit,
  text,
  title,
} from './testing/sign-in-lab.ts'
import { waitFor } from '../testing/wait-for.ts'

prepareSignIn()

const me = shellAnswers(defineUIPlugin({ name: 'notes', routes: [] }))['GET /api/auth/me'] as {
  user: { email: string }
}
const ways = { methods: ['totp', 'recovery'], status: 'second_factor' }
async function signIn() {
  await fill({ email: 'ada@example.com', password: 'kettle-moon-otter' })
  submit()
}

test('§5 a sign-in that waits for the second factor asks for a code, pasted in any grouping', async () => {
  const requests = open('/login', {
    'POST /api/auth/login': ways,
    'POST /api/auth/login/second-factor': problem(401, 'invalid_code'),
  })
  await signIn()
  await title('One more step')
  await fill({ code: '123 456' })
  submit()
  await waitFor(() => expect(document.querySelector('[aria-invalid=true]')).not.toBeNull())
  expect(requests.at(-1)?.body).toEqual({ method: 'totp', code: '123456' })
  expect(document.querySelector('input[name=code]')?.getAttribute('autocomplete')).toBe('one-time-code')
})

test('§5 a recovery code is one press away', async () => {
  const requests = open('/login', {
    'POST /api/auth/login': ways,
    'POST /api/auth/login/second-factor': { status: 'signed_in' },
    'GET /api/auth/me': me,
  })
  await signIn()
  await press('Use a recovery code')
  await fill({ code: 'abcd-efgh' })
  submit()
  await waitFor(() => expect(location.pathname).toBe('/admin'))
  const { body } = requests.find(({ path }) => path === '/api/auth/login/second-factor') ?? {}
  expect(body).toEqual({ method: 'recovery', code: 'abcd-efgh' })
})

test('§5 a second step that took too long begins again, with the e-mail kept and no password', async () => {
  open('/login', {
    'POST /api/auth/login': ways,
    'POST /api/auth/login/second-factor': problem(401, 'challenge_expired'),
  })
  await signIn()
  await fill({ code: '123456' })
  submit()
  await title('Sign in')
  expect(document.querySelector<HTMLInputElement>('input[name=email]')?.value).toBe('ada@example.com')
  expect(document.querySelector<HTMLInputElement>('input[name=password]')?.value).toBe('')
  expect(document.querySelector('[role=alert]')?.textContent).toContain('challenge_expired')
})

test('a sign-in elsewhere that still lacks the second factor comes back to its step', async () => {
  open('/login?second_factor=recovery,nonsense')
  await title('One more step')
  expect(text()).toContain('Recovery code')
})

test("a late autofill offer does not replace the button's passkey request", async () => {
  const asked: CredentialRequestOptions[] = []
  const offers = { isConditionalMediationAvailable: () => Promise.resolve(true) }
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, offers),
  )
  const get = (one: CredentialRequestOptions) => (asked.push(one), new Promise(() => {}))
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
  const field = Promise.withResolvers<void>()
  const options = { challenge: 'AAAA', rpId: 'localhost' }
  let calls = 0
  const requests = open('/login', {
    'GET /api/auth/methods': [...(common['GET /api/auth/methods'] as object[]), { id: 'passkey', kind: 'passkey' }],
    'POST /api/auth/login/passkey/options': async () => {
      calls += 1
      if (calls === 1) await field.promise
      return options
    },
  })
  await waitFor(() => expect(calls).toBe(1))
  await press('Sign in with a passkey')
  await waitFor(() => expect(asked).toHaveLength(1))
  field.resolve()
  // A real wait: the late options must not lead to a second question meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(asked).toHaveLength(1)
  expect(asked[0]?.mediation).toBeUndefined()
  expect(asked[0]?.signal?.aborted).toBe(false)
  expect(requests.filter(({ path }) => path === '/api/auth/login/passkey')).toHaveLength(0)
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
})

test('a throttled sign-in counts down on its button, which takes no press meanwhile', async () => {
  const refusal = problem(429, 'too_many_requests')
  refusal.headers.set('retry-after', '90')
  const requests = open('/login', { 'POST /api/auth/login': refusal })
  await signIn()
  await waitFor(() => expect(document.querySelector('button[type=submit]')?.textContent).toMatch(/^Wait 1:(30|29)$/))
  const before = requests.length
  document.querySelector<HTMLElement>('button[type=submit]')?.click()
  expect(requests.length).toBe(before)
})

test('an external failure is reported in words, also for an unknown code', async () => {
  open('/login?error=sso_not_linked')
  await waitFor(() => expect(text()).toContain("This external account isn't linked yet"))
  leave()
  open('/login?error=%3Cscript%3E')
  await waitFor(() => expect(text()).toContain('Sign-in with the provider failed'))
  expect(text()).not.toContain('<script>')
})

test('the single sign-on of a workspace leads, and knows the way back', async () => {
  const requests = open('/login?workspace=acme&return=/admin/notes', {
    'GET /api/auth/methods': [
      { id: 'password', kind: 'password', label: 'Password' },
      { id: 'idp_1', kind: 'oidc', label: 'Acme', loginUrl: '/auth/begin/idp_1' },
    ],
  })
  await waitFor(() => expect(buttonOf('Continue with Acme')).toBeDefined())
  expect(buttonOf('Continue with Acme')?.getAttribute('href')).toBe('/auth/begin/idp_1?return=%2Fadmin%2Fnotes')
  expect(requests.find(({ path }) => path === '/api/auth/methods')?.query.get('workspace')).toBe('acme')
})

test('an anonymous client sees no way to register or to reset where the instance offers none', async () => {
  open('/login', { 'GET /api/auth/policy': { canRegister: false, canResetPassword: false, isSetUp: true } })
  await waitFor(() => expect(document.querySelector('input[name=password]')).not.toBeNull())
  expect(document.querySelector('a[href="/register"], a[href="/forgot"]')).toBeNull()
  leave()
  open('/login')
  await waitFor(() => expect(document.querySelectorAll('a[href="/register"], a[href="/forgot"]')).toHaveLength(2))
})

test('anyone who is signed in already proves that session when they sign in again', async () => {
  let tries = 0
  const requests = open('/login', {
    'GET /api/auth/me': me,
    'POST /api/auth/login': ({ headers }) =>
      (tries += 1) && headers.get('x-csrf-token') === 'csrf-1' ? { status: 'signed_in' } : problem(403, 'csrf_token'),
  })
  await signIn()
  await waitFor(() => expect(location.pathname).toBe('/admin'))
  expect(tries).toBe(2)
  expect(requests.length).toBeGreaterThan(0)
})

test('registering ends at the mailbox, and an email can be had again only after a while', async () => {
  const requests = open('/register', { 'POST /api/auth/register': undefined })
  await waitFor(() => expect(document.querySelector('input[name=name]')).not.toBeNull())
  submit()
  await waitFor(() => expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(3))
  await fill({ name: 'Ada', email: 'ada@example.com', password: 'kettle-moon-otter' })
  submit()
  await title('Check your email')
  expect(requests.at(-1)?.body).toEqual({ name: 'Ada', email: 'ada@example.com', password: 'kettle-moon-otter' })
  expect(text()).toMatch(/Send again in (60|59) s/)
})

test("the server's errors about a new account are shown at their fields", async () => {
  const errors = [{ path: 'password', message: 'This password is too common.' }]
  open('/register', { 'POST /api/auth/register': problem(400, 'invalid_input', { errors }) })
  await fill({ name: 'Ada', email: 'ada@example.com', password: 'kettle-moon-otter' })
  submit()
  await waitFor(() => expect(document.querySelector('input[name=password]')?.getAttribute('aria-invalid')).toBe('true'))
  expect(text()).toContain('This password is too common.')
})

test('where accounts are made by invitation, the page says so', async () => {
  open('/register', { 'GET /api/auth/policy': { canRegister: false, canResetPassword: true, isSetUp: true } })
  await title('Registration is by invitation only')
})

for (const [path, call, heading, done] of [
  ['/verify', 'POST /api/auth/verify-email', 'Confirm your email', 'Your email is confirmed'],
  ['/confirm-email', 'POST /api/auth/confirm-email', 'Confirm your new email', 'Your new email is confirmed'],
] as const) {
  test(`§5 opening ${path} uses nothing up: only a press does, and the secret leaves the address bar`, async () => {
    const requests = open(`${path}?token=secret-1`, { [call]: undefined })
    await title(heading)
    await waitFor(() => expect(location.search).toBe(''))
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
    submit()
    await title(done)
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ token: 'secret-1' })
  })

  test(`${path} tells a used or expired link from one without its secret`, async () => {
    open(`${path}?token=old`, { [call]: problem(410, 'gone') })
    await title(heading)
    submit()
    await title('This link is no longer valid')
    leave()
    open(path)
    await title('This link is incomplete')
  })
}

test('§P54 opening the link of an email ends nothing: it says which emails they are, and a press ends them', async () => {
  const requests = open('/unsubscribe?token=secret-3', {
    'POST /api/notifications/letters': { category: 'Webhooks', isOn: true },
    'POST /api/notifications/letters/end': undefined,
  })
  await title('Unsubscribe')
  await waitFor(() => expect(text()).toContain('Stop emails about “Webhooks”.'))
  expect(location.search).toBe('')
  expect(requests.some(({ path }) => path.endsWith('/end'))).toBe(false)
  submit()
  await title("You're unsubscribed")
  expect(requests.find(({ path }) => path.endsWith('/end'))?.body).toEqual({ token: 'secret-3' })
})

test('a link of emails that are off already says so, and one that is dead leads to the settings', async () => {
  open('/unsubscribe?token=off', { 'POST /api/notifications/letters': { category: null, isOn: false } })
  await title("You're unsubscribed")
  expect(text()).toContain("You won't get emails about “Notification summaries”.")
  leave()
  open('/unsubscribe?token=old', { 'POST /api/notifications/letters': problem(410, 'gone') })
  await title('This link is no longer valid')
  expect(buttonOf('Notification settings')).toBeDefined()
})

test('a dead verification link has a new one sent, with the same words for every address', async () => {
  const requests = open('/verify', { 'POST /api/auth/resend-verification': undefined })
  await fill({ email: 'ada@example.com' })
  submit()
  await title('Check your email')
  expect(requests.at(-1)?.path).toBe('/api/auth/resend-verification')
})

test('§5 a forgotten password: the same sentence for any address', async () => {
  open('/forgot', { 'POST /api/auth/forgot': undefined })
  await fill({ email: 'nobody@example.com' })
  submit()
  await title('Check your email')
  expect(text()).toContain('If nobody@example.com has an account here')
})

test('§5 a reset sends secret and password once, and leads to sign-in', async () => {
  const requests = open('/reset?token=secret-2', { 'POST /api/auth/reset': undefined })
  await fill({ password: 'short' })
  submit()
  await waitFor(() => expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1))
  await fill({ password: 'kettle-moon-otter' })
  submit()
  await title('Password changed')
  expect(location.search).toBe('')
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { token: 'secret-2', password: 'kettle-moon-otter' },
  ])
})

const invitation = {
  workspace: 'Acme',
  email: 'owner@example.com',
  role: 'admin',
  invitedBy: 'Grace',
  hasAccount: true,
  makesAccount: true,
}

test('§5 an invitation makes a new account for the address that was invited, and no other', async () => {
  const requests = open('/invitation?token=inv', {
    'POST /api/auth/invitation': { ...invitation, hasAccount: false },
    'POST /api/auth/accept-invitation': problem(410, 'gone'),
  })
  await title('Join Acme')
  expect(text()).toContain('Grace invites owner@example.com as admin.')
  expect(document.querySelector<HTMLInputElement>('input[name=email]')?.readOnly).toBe(true)
  await fill({ name: 'Ada', password: 'kettle-moon-otter' })
  submit()
  await waitFor(() =>
    expect(requests.at(-1)?.body).toEqual({ token: 'inv', name: 'Ada', password: 'kettle-moon-otter' }),
  )
})

test('an invitation that makes no account says how to get one', async () => {
  open('/invitation?token=inv', {
    'GET /api/auth/me': nobody,
    'POST /api/auth/invitation': { ...invitation, hasAccount: false, makesAccount: false },
  })
  await title('Join Acme')
  await waitFor(() => expect(text()).toContain('Ask an instance admin.'))
  expect(document.querySelector('input[name=name]')).toBeNull()
})

test('§5 an existing account consents by itself: nothing is accepted before the press', async () => {
  const requests = open('/invitation?token=inv', {
    'GET /api/auth/me': me,
    'POST /api/auth/invitation': invitation,
    'POST /api/auth/accept-invitation': { status: 'signed_in' },
  })
  await press('Join Acme')
  await waitFor(() => expect(location.pathname).toBe('/admin'))
  const accepted = requests.filter(({ path }) => path === '/api/auth/accept-invitation')
  expect(accepted.map(({ body }) => body)).toEqual([{ token: 'inv' }])
})

test('an account that is not signed in does so first, and comes back with the invitation', async () => {
  const session: { me: unknown } = { me: nobody }
  open('/invitation?token=inv', {
    'GET /api/auth/me': () => session.me,
    'POST /api/auth/invitation': invitation,
    'POST /api/auth/login': () => {
      session.me = me
      return { status: 'signed_in' }
    },
  })
  await press('Sign in')
  await title('Sign in')
  await signIn()
  await title('Join Acme')
  expect(location.pathname + location.search).toBe('/invitation')
  await waitFor(() => expect(text()).toContain('You are signed in as owner@example.com'))
})

test('the wrong account is reported, and can sign out and continue', async () => {
  const session: { me: unknown } = { me }
  const requests = open('/invitation?token=inv', {
    'GET /api/auth/me': () => session.me,
    'POST /api/auth/invitation': { ...invitation, email: 'grace@example.com' },
    'POST /api/auth/logout': () => {
      session.me = nobody
      return undefined
    },
  })
  await waitFor(() => expect(text()).toContain('The invitation is for grace@example.com.'))
  await press('Sign out and continue')
  await waitFor(() => expect(text()).toContain('grace@example.com already has an account.'))
  expect(requests.some(({ path }) => path === '/api/auth/accept-invitation')).toBe(false)
})
