import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { plugin } from './index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const path = '/settings/sso'
const addresses = {
  callbackUrl: 'https://host.test/auth/callback/org_1',
  loginUrl: 'https://host.test/auth/begin/sso?workspace=home',
}
const connection = {
  id: 'sso_1',
  issuer: 'https://login.corp.test',
  clientId: 'host',
  clientSecret: '••••••••',
  defaultRole: 'member',
  trustsSecondFactor: false,
  isRequired: false,
  isEnabled: true,
  identities: 2,
  createdAt: '2026-01-02T03:04:05Z',
}
const none = { 'GET /api/sso': { connection: null, ...addresses } }
const some = { 'GET /api/sso': { connection, ...addresses } }

test('an owner reads both addresses, and connects the workspace', async () => {
  page = await mountPage({ plugin, path, answers: { ...none, 'POST /api/sso': connection } })
  expect(page.find<HTMLInputElement>(`input[value="${addresses.callbackUrl}"]`)).toBeDefined()
  expect(page.find<HTMLInputElement>(`input[value="${addresses.loginUrl}"]`)).toBeDefined()
  await page.fill('[name=issuer]', connection.issuer)
  await page.fill('[name=clientId]', 'host')
  await page.fill('input[type=password]', 'a secret')
  await page.act(() => page?.find<HTMLFormElement>('main form').requestSubmit())
  const sent = page.requests.find(({ method }) => method === 'POST')
  expect(sent?.body).toMatchObject({ issuer: connection.issuer, clientId: 'host', clientSecret: 'a secret' })
})

test('without a public address the addresses are those of the browser, with the variable to set', async () => {
  const paths = { callbackUrl: '/auth/callback/org_1', loginUrl: '/auth/begin/sso?workspace=home' }
  page = await mountPage({ plugin, path, answers: { 'GET /api/sso': { connection: null, ...paths } } })
  for (const shown of Object.values(paths)) {
    expect(page.find<HTMLInputElement>(`input[value="${window.location.origin}${shown}"]`)).toBeDefined()
  }
  expect(page.text()).toContain('HOST_PUBLIC_URL')
})

test('the mask of a stored secret goes back as it came', async () => {
  page = await mountPage({ plugin, path, answers: { ...some, 'PATCH /api/sso': connection } })
  await page.fill('[name=clientId]', 'another')
  await page.act(() => page?.find<HTMLFormElement>('main form').requestSubmit())
  const sent = page.requests.find(({ method }) => method === 'PATCH')
  expect(sent?.body).toMatchObject({ clientId: 'another', clientSecret: connection.clientSecret })
})

test('problems of an issuer are reported before a save', async () => {
  const message = 'There is no OpenID configuration at this address.'
  const refused = problem(400, 'invalid_input', { errors: [{ path: 'issuer', message }] })
  page = await mountPage({ plugin, path, answers: { ...some, 'POST /api/sso/check': refused } })
  await page.act(() => {
    const buttons = [...document.querySelectorAll('button')]
    buttons.find((button) => button.textContent === 'Test issuer')?.click()
  })
  expect(page.text()).toContain(message)
  expect(page.requests.some(({ method }) => method === 'PATCH')).toBe(false)
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  page = await mountPage({ plugin, path, answers: some, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
})
