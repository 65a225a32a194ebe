import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  accessibilityProblems,
  mountPage,
  problem,
  variants,
  type FakeAnswers,
  type MountedPage,
} from '@host/plugin-sdk/testing'
import { plugin } from '../index.ts'
import './RenewCodes.tsx'
import './TotpDialog.tsx'

const startRegistration = vi.hoisted(() => vi.fn())
vi.mock('@simplewebauthn/browser', () => ({ startRegistration }))

let page: MountedPage | undefined
beforeEach(() => vi.stubGlobal('PublicKeyCredential', vi.fn()))
afterEach(async () => {
  await page?.unmount()
  startRegistration.mockReset()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

const path = '/settings/security'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `plum-kite-${index}`)
const passkey = {
  id: 'pky_1',
  name: 'Chrome on Linux',
  createdAt: '2026-01-02T03:04:05Z',
  lastUsedAt: null,
  isSynced: true,
}
const identity = {
  id: 'idn_1',
  provider: 'google',
  label: 'Google',
  email: 'ada@example.com',
  createdAt: '2026-01-02T03:04:05Z',
  lastUsedAt: null,
}
const none = {
  hasPassword: true,
  totp: { isOn: false, since: null },
  recoveryCodesLeft: 0,
  passkeys: [],
  identities: [],
  linkable: [],
  isSecondFactorRequired: false,
  provedUntil: null,
}
const much = {
  ...none,
  totp: { isOn: true, since: '2026-01-02T03:04:05Z' },
  recoveryCodesLeft: 2,
  passkeys: [passkey],
  identities: [identity],
  linkable: [{ id: 'github', label: 'GitHub', loginUrl: '/auth/begin/github' }],
}

async function open(security: object, answers: FakeAnswers = {}): Promise<MountedPage> {
  page = await mountPage({ plugin, path, answers: { 'GET /api/auth/security': security, ...answers } })
  return page
}

const dialog = () => document.querySelector('[role=dialog]')
const sent = (method: string) => page?.requests.filter((request) => request.method === method) ?? []
const submit = async () => page?.act(() => page?.find<HTMLFormElement>('[role=dialog] form').requestSubmit())

/** Presses the last button that reads so, or is called so. */
async function press(name: string): Promise<void> {
  const found = Array.from(document.querySelectorAll<HTMLElement>('button, [role=menuitem]')).findLast(
    (one) => one.textContent === name || one.ariaLabel === name || one.getAttribute('aria-label') === name,
  )
  if (found === undefined) throw new Error(`There is no button "${name}".`)
  await page?.act(() => found.click())
}

/** Everything on the page and in the browser's storage. */
const everything = () =>
  document.documentElement.outerHTML + JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage })

describe.each(variants)('in $theme and $language', (variant) => {
  test('is accessible, with nothing set up and with everything', async () => {
    for (const security of [{ ...none, isSecondFactorRequired: true }, much]) {
      page = await mountPage({ plugin, path, answers: { 'GET /api/auth/security': security }, ...variant })
      expect(await accessibilityProblems(page)).toEqual([])
      await page.unmount()
    }
  })

  test('is accessible in the setup of an authenticator app', async () => {
    const answers = {
      'GET /api/auth/security': none,
      'POST /api/auth/totp': { secret, uri: `otpauth://totp/Host?secret=${secret}` },
      'PUT /api/auth/totp': { recoveryCodes },
    }
    page = await mountPage({ plugin, path, answers, ...variant })
    await press(variant.language === 'zh' ? '设置' : 'Set up')
    expect(await accessibilityProblems({ container: document.body })).toEqual([])
    await page.fill('[name=code]', '123456')
    await submit()
    expect(dialog()?.textContent).toContain('plum-kite-9')
    expect(await accessibilityProblems({ container: document.body })).toEqual([])
  })
})

describe('the password', () => {
  test('is changed with the present one, and the others are said to be signed out', async () => {
    await open(none, { 'POST /api/auth/password': undefined })
    await press('Change password')
    await page?.fill('[name=current]', 'old old old old')
    await page?.fill('[name=password]', 'kettle-moon-otter')
    expect(dialog()?.querySelector('output')?.textContent).toBe('Good')
    await submit()
    expect(sent('POST')[0]?.body).toEqual({ current: 'old old old old', password: 'kettle-moon-otter' })
    expect(dialog()).toBeNull()
    expect(document.body.textContent).toContain('Your other devices were signed out.')
  })

  test('a wrong current password is reported at its field', async () => {
    await open(none, { 'POST /api/auth/password': problem(401, 'invalid_credentials') })
    await press('Change password')
    await page?.fill('[name=current]', 'not the present')
    await page?.fill('[name=password]', 'kettle-moon-otter')
    await submit()
    expect(page?.find('[name=current]').getAttribute('aria-invalid')).toBe('true')
    expect(page?.find('[name=password]').getAttribute('aria-invalid')).toBeNull()
    expect(dialog()?.textContent).toContain('Your current password is incorrect.')
    expect(document.activeElement).toBe(page?.find('[name=current]'))
  })

  test('is not sent without the present one, nor when it is too short', async () => {
    await open(none)
    await press('Change password')
    await page?.fill('[name=password]', 'short')
    await submit()
    expect(sent('POST')).toEqual([])
    expect(dialog()?.querySelectorAll('[aria-invalid=true]').length).toBe(2)
  })

  test('is set without one by a user who has none', async () => {
    await open({ ...none, hasPassword: false }, { 'POST /api/auth/password': undefined })
    await press('Set password')
    expect(dialog()?.querySelector('[name=current]')).toBeNull()
    await page?.fill('[name=password]', 'kettle-moon-otter')
    await submit()
    expect(sent('POST')[0]?.body).toEqual({ password: 'kettle-moon-otter' })
  })
})

describe('the authenticator app', () => {
  const begin = { 'POST /api/auth/totp': { secret, uri: `otpauth://totp/Host?secret=${secret}` } }

  test('is set up with a code, its key in fours, and the focus where the code is typed', async () => {
    await open(none, { ...begin, 'PUT /api/auth/totp': { recoveryCodes } })
    await press('Set up')
    expect(dialog()?.querySelector('code')?.textContent).toBe('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')
    expect(dialog()?.querySelector('svg[role=img]')?.getAttribute('aria-label')).toContain('QR code')
    expect(document.activeElement).toBe(page?.find('[name=code]'))
    await page?.fill('[name=code]', '123456')
    await submit()
    expect(sent('PUT')[0]?.body).toEqual({ code: '123456' })
    expect(Array.from(dialog()?.querySelectorAll('li') ?? [], ({ textContent }) => textContent)).toEqual(recoveryCodes)
  })

  test('a code that is not right is named at its field, and the set-up stays', async () => {
    await open(none, { ...begin, 'PUT /api/auth/totp': problem(400, 'invalid_code') })
    await press('Set up')
    await page?.fill('[name=code]', '000000')
    await submit()
    expect(page?.find('[name=code]').getAttribute('aria-invalid')).toBe('true')
    expect(dialog()?.textContent).toContain('Incorrect code.')
    expect(dialog()?.querySelector('code')).not.toBeNull()
  })

  test('recovery codes can’t be closed away before they are kept, and then nothing secret is left', async () => {
    await open(none, { ...begin, 'PUT /api/auth/totp': { recoveryCodes } })
    await press('Set up')
    await page?.fill('[name=code]', '123456')
    await submit()
    await page?.press('Escape')
    expect(dialog()?.querySelector('[role=alert]')?.textContent).toContain('Save your codes first')
    await press("I've saved them")
    expect(dialog()).toBeNull()
    expect(document.body.textContent).toContain('Authenticator app is on')
    expect(everything()).not.toContain('plum-kite')
    expect(everything()).not.toContain(secret.slice(0, 4))
  })

  test('a set-up that is given up leaves nothing of the key', async () => {
    await open(none, begin)
    await press('Set up')
    await page?.press('Escape')
    expect(dialog()).toBeNull()
    expect(everything()).not.toContain(secret.slice(0, 4))
  })

  test('is turned off after a question', async () => {
    await open(much, { 'DELETE /api/auth/totp': undefined })
    await press('Turn off')
    expect(sent('DELETE')).toEqual([])
    await press('Turn off')
    expect(sent('DELETE')[0]?.path).toBe('/api/auth/totp')
    expect(document.body.textContent).toContain('Authenticator app is off')
  })

  test('new recovery codes are made after a question, and copied as text', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await open(much, { 'POST /api/auth/recovery-codes': { recoveryCodes } })
    expect(page?.text()).toContain('2 left')
    await press('Regenerate')
    expect(sent('POST')).toEqual([])
    await press('Generate codes')
    await press('Copy')
    expect(writeText.mock.lastCall?.[0].split('\n')).toEqual(expect.arrayContaining(recoveryCodes))
    await press("I've saved them")
    expect(everything()).not.toContain('plum-kite')
  })
})

describe('passkeys', () => {
  const add: FakeAnswers = {
    'POST /api/auth/passkeys/options': { challenge: 'Y2hhbGxlbmdl' },
    'POST /api/auth/passkeys': passkey,
  }

  test('one is made by the device, under a name that suggests itself', async () => {
    startRegistration.mockResolvedValue({ id: 'made' })
    await open(none, add)
    await press('Add passkey')
    await page?.fill('[role=dialog] input', 'My laptop')
    await submit()
    expect(startRegistration).toHaveBeenCalledWith({ optionsJSON: { challenge: 'Y2hhbGxlbmdl' } })
    expect(sent('POST').at(-1)?.body).toEqual({ name: 'My laptop', attestation: { id: 'made' } })
    expect(dialog()).toBeNull()
  })

  test.each([
    ['NotAllowedError', 'No passkey was created'],
    ['InvalidStateError', 'This device already has a passkey for your account'],
    ['SecurityError', "Your browser couldn't create a passkey"],
  ])('a device that says %s is explained, and nothing is sent', async (name, said) => {
    startRegistration.mockRejectedValue(Object.assign(new Error('secret detail'), { name }))
    await open(none, add)
    await press('Add passkey')
    await page?.fill('[role=dialog] input', 'Work laptop')
    await submit()
    expect(dialog()?.textContent).toContain(said)
    expect(dialog()?.querySelector('input')?.value).toBe('Work laptop')
    expect(dialog()?.textContent).not.toContain('secret detail')
    expect(sent('POST').map((request) => request.path)).toEqual(['/api/auth/passkeys/options'])
  })

  test('a browser that has none says so, at the button', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    await open(none)
    const button = Array.from(document.querySelectorAll('button')).find((one) => one.textContent === 'Add passkey')
    expect(button?.getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(button?.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toContain("This browser doesn't support passkeys")
  })

  test('a name is changed in place: Enter keeps it, Escape leaves it', async () => {
    await open(much, { 'PATCH /api/auth/passkeys/pky_1': { ...passkey, name: 'Work' } })
    await press('Actions for Chrome on Linux')
    await press('Rename')
    await page?.fill('[aria-label="Name of Chrome on Linux"]', 'Work')
    await page?.press('Escape')
    expect(sent('PATCH')).toEqual([])
    await press('Actions for Chrome on Linux')
    await press('Rename')
    await page?.fill('[aria-label="Name of Chrome on Linux"]', 'Work')
    await page?.act(() => page?.find<HTMLFormElement>('li form').requestSubmit())
    expect(sent('PATCH')[0]?.body).toEqual({ name: 'Work' })
    expect(document.querySelector('li form')).toBeNull()
  })

  test('§I24 the last way to sign in stays, and says why', async () => {
    await open(much, { 'DELETE /api/auth/passkeys/pky_1': problem(409, 'last_method') })
    await press('Actions for Chrome on Linux')
    await press('Remove passkey')
    await page?.fill('[role=dialog] input', 'Chrome on Linux')
    await submit()
    expect(page?.find('[role=dialog] [role=alert]').textContent).toContain('Title of last_method')
  })
})

describe('linked accounts', () => {
  test('are left out where no provider is', async () => {
    await open(none)
    expect(page?.text()).not.toContain('Linked accounts')
  })

  test.each([
    ['/auth/begin/github', '/auth/begin/github?link=1'],
    ['/auth/begin/sso?workspace=acme', '/auth/begin/sso?workspace=acme&link=1'],
    ['https://elsewhere.example/auth/begin/x', '/auth/begin/x?link=1'],
  ])('%s is linked by going to %s and back to this workspace, once a proof counts', async (loginUrl, way) => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const linkable = [{ id: 'github', label: 'GitHub', loginUrl }]
    await open({ ...none, linkable }, { 'POST /api/auth/reauthenticate/check': undefined })
    history.replaceState(null, '', '/admin/@home/settings/security?error=sso_denied')
    await press('Link GitHub')
    expect(assign.mock.calls).toEqual([[`${way}&return=%2Fadmin%2F%40home%2Fsettings%2Fsecurity`]])
    assign.mockRestore()
  })

  test('no redirect happens without a proof', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    await open(much, { 'POST /api/auth/reauthenticate/check': problem(403, 'reauthentication_required') })
    await press('Link GitHub')
    expect(assign).not.toHaveBeenCalled()
    assign.mockRestore()
  })

  test.each([
    ['sso_taken', 'linked to another user'],
    ['sso_denied', 'You denied access at the provider'],
    ['<img src=x>', 'Account not linked'],
  ])('coming back with %s says what happened', async (error, said) => {
    const answers = { 'GET /api/auth/security': none }
    page = await mountPage({ plugin, path: `${path}?error=${encodeURIComponent(error)}`, answers })
    expect(page.find('[role=alert]').textContent).toContain(said)
  })

  test('one is unlinked after a question', async () => {
    await open(much, { 'DELETE /api/auth/identities/idn_1': undefined })
    await press('Actions for Google')
    await press('Unlink')
    await press('Unlink')
    expect(sent('DELETE')[0]?.path).toBe('/api/auth/identities/idn_1')
  })
})

test('§I25 a user who needs a second factor and has none is reminded, until there is one', async () => {
  await open({ ...none, isSecondFactorRequired: true })
  expect(page?.text()).toContain('A second factor is required')
  await page?.unmount()
  await open({ ...none, isSecondFactorRequired: true, passkeys: [passkey] })
  expect(page?.text()).not.toContain('A second factor is required')
})
