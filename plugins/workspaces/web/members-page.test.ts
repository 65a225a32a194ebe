import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { Me } from '@host/plugin-sdk'
import type { Invitation, Member } from '../shared.ts'
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
const waiting: Invitation = {
  id: 'inv_1',
  email: 'tim@example.com',
  role: 'member',
  invitedBy: 'Ada',
  createdAt: '2026-01-02T03:04:05Z',
  expiresAt: '2099-01-09T03:04:05Z',
  isExpired: false,
}
const list = {
  'GET /api/members': { items: [owner, member], nextCursor: null },
  'GET /api/invitations': {
    items: [waiting, { ...waiting, id: 'inv_2', email: 'old@example.com', isExpired: true }],
    nextCursor: null,
  },
}

const me: Me = {
  user: { id: 'usr_2', email: 'grace@example.com', name: 'Grace', isInstanceAdmin: false },
  workspace: { id: 'wsp_1', slug: 'home', name: 'Home', accent: null, logo: null },
  role: 'member',
  csrfToken: 'csrf-1',
}

test('an owner finds a role to choose and a way to remove beside everyone', async () => {
  page = await mountPage({ plugin, path: '/members', answers: list })
  expect(page.find('[role=combobox][aria-label="Role of Grace"]').textContent).toContain('Member')
  expect(page.find('button[aria-label="Actions for Grace"]')).toBeTruthy()
  expect(page.text()).toContain('Invite people')
})

test('a list that fails to load says so below the heading and the tools of the page', async () => {
  page = await mountPage({
    plugin,
    path: '/members',
    answers: { ...list, 'GET /api/members': problem(400, 'invalid') },
  })
  expect(page.find('[role=alert]').textContent).toContain('Try again')
  expect(page.find('h1').textContent).toBe('Members')
  expect(page.find('input[type=search]')).toBeTruthy()
  expect(page.text()).toContain('Invite people')
})

test('a member only reads', async () => {
  page = await mountPage({ plugin, path: '/members', answers: { ...list, 'GET /api/auth/me': me } })
  expect(page.text()).toContain('Grace')
  expect(document.querySelector('main [role=combobox]')).toBeNull()
  expect(page.text()).not.toContain('Invite people')
})

test('removing asks for the name, then asks the server', async () => {
  page = await mountPage({ plugin, path: '/members', answers: { ...list, 'DELETE /api/members/usr_2': undefined } })
  await page.click('button[aria-label="Actions for Grace"]')
  await page.act(() => document.querySelector<HTMLElement>('[role=menuitem]')?.click())
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

async function invite(addresses: string): Promise<void> {
  const input = page?.find<HTMLTextAreaElement>('[role=dialog] textarea')
  await page?.act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(input, addresses)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page?.act(() => page?.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
}

test('several people are invited at once, and where mail fails to go out each link is shown once', async () => {
  const invited = { ...waiting, isMailed: false, makesAccount: false, link: '/invitation?token=abc' }
  page = await mountPage({
    plugin,
    path: '/members',
    answers: { ...list, 'POST /api/invitations': { items: [invited] } },
  })
  await page.click('main header button')
  await invite('tim@example.com, b@, a@b.example')
  expect(page.find('[role=dialog] form').textContent).toContain('b@: ')
  expect(page.requests.some(({ method }) => method === 'POST')).toBe(false)
  await invite('tim@example.com, a@b.example')
  const sent = page.requests.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ emails: ['tim@example.com', 'a@b.example'], role: 'member' })
  expect(page.find('[role=dialog]').textContent).toContain('shown only once')
  expect(page.find('[role=dialog]').textContent).toContain('Ask an instance admin')
  await page.click('[aria-label="Show the link for tim@example.com"]')
  expect(page.find('[role=dialog] code').textContent).toBe(`${location.origin}/invitation?token=abc`)
})

test('an invitation is withdrawn', async () => {
  page = await mountPage({ plugin, path: '/members', answers: { ...list, 'DELETE /api/invitations/inv_1': undefined } })
  await page.click('button[aria-label="Actions for tim@example.com"]')
  await page.act(() => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].at(-1)?.click())
  expect(page.requests.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /api/invitations/inv_1')
})
