import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { Me } from '@host/plugin-sdk'
import type { Member } from '../shared.ts'
import { plugin } from './index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const owner: Member = {
  userId: 'usr_1',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'owner',
  joinedAt: '2026-01-02T03:04:05Z',
}
const member: Member = { ...owner, userId: 'usr_2', email: 'grace@example.com', name: 'Grace', role: 'member' }
const list = { 'GET /api/members': { items: [owner, member], nextCursor: null } }

const me: Me = {
  user: { id: 'usr_2', email: 'grace@example.com', name: 'Grace', isInstanceAdmin: false },
  workspace: { id: 'wsp_1', slug: 'home', name: 'Home', accent: null },
  role: 'member',
  csrfToken: 'csrf-1',
}

test('an owner finds a role to choose and a way to remove beside everybody', async () => {
  page = await mountPage({ plugin, path: '/members', answers: list })
  expect(page.find('[role=combobox][aria-label="Role of Grace"]').textContent).toContain('Member')
  expect(page.find('button[aria-label="Remove Grace"]')).toBeTruthy()
  expect(page.text()).toContain('Add member')
})

test('a member only reads', async () => {
  page = await mountPage({ plugin, path: '/members', answers: { ...list, 'GET /api/auth/me': me } })
  expect(page.text()).toContain('Grace')
  expect(document.querySelector('main [role=combobox]')).toBeNull()
  expect(page.text()).not.toContain('Add member')
})

test('removing asks for the name, then asks the server', async () => {
  page = await mountPage({ plugin, path: '/members', answers: { ...list, 'DELETE /api/members/usr_2': undefined } })
  await page.click('button[aria-label="Remove Grace"]')
  const input = page.find<HTMLInputElement>('[role=dialog] input')
  await page.act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Grace')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.act(() => page?.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(page.requests.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /api/members/usr_2')
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  page = await mountPage({ plugin, path: '/members', answers: list, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
})
