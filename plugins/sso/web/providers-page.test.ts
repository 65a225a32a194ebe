import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { plugin } from './index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const provider = {
  id: 'idp_1',
  key: 'google',
  kind: 'google',
  label: 'Google',
  issuer: 'https://accounts.google.com',
  clientId: 'host',
  clientSecret: '••••••••',
  trustsSecondFactor: false,
  isEnabled: false,
  callbackUrl: 'https://host.test/auth/callback/google',
  identities: 3,
  createdAt: '2026-01-02T03:04:05Z',
}
const mounted = { plugin, path: '/providers', scope: 'instance' } as const
const some = { 'GET /api/instance/providers': { items: [provider], nextCursor: null } }

test('a provider shows its details, and that it is off', async () => {
  page = await mountPage({ ...mounted, answers: some })
  expect(page.text()).toContain('Google')
  expect(page.text()).toContain('Off')
  expect(page.text()).toContain('3')
})

test('an instance without providers says so, and how to add one', async () => {
  page = await mountPage({ ...mounted, answers: { 'GET /api/instance/providers': { items: [], nextCursor: null } } })
  expect(page.text()).toContain('No providers yet')
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  page = await mountPage({ ...mounted, answers: some, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
})
