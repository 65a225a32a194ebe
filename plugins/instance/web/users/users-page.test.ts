import { afterEach, describe, expect, test } from 'vitest'
import {
  accessibilityProblems,
  mountPage,
  problem,
  variants,
  type FakeAnswers,
  type MountedPage,
  type MountOptions,
} from '@host/plugin-sdk/testing'
import { plugin } from '../index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const ada = {
  id: 'usr_2',
  email: 'ada@example.com',
  name: 'Ada',
  isInstanceAdmin: false,
  isDisabled: false,
  isEmailVerified: true,
  isMailboxProven: true,
  hasSecondFactor: false,
  createdAt: '2026-01-02T03:04:05Z',
  lastSeenAt: null,
}
const self = { ...ada, id: 'usr_1', email: 'owner@example.com', name: 'Owner', isInstanceAdmin: true }
const kept = {
  ...ada,
  id: 'usr_3',
  name: 'Kept',
  isDisabled: true,
  isEmailVerified: false,
  hasSecondFactor: true,
  isMailboxProven: false,
}

async function open(query: string, answers: FakeAnswers = {}, look: Partial<MountOptions> = {}): Promise<MountedPage> {
  const list = { 'GET /api/instance/users': { items: [self, ada, kept], nextCursor: null } }
  page = await mountPage({
    plugin,
    scope: 'instance',
    path: `/users${query}`,
    answers: { ...list, ...answers },
    ...look,
  })
  return page
}

const sent = (method: string) => page?.requests.filter((request) => request.method === method) ?? []
const buttons = (within: string) =>
  Array.from(document.querySelectorAll<HTMLButtonElement>(`${within} button`), (one) => one.textContent)

async function press(name: string): Promise<void> {
  const found = Array.from(document.querySelectorAll('button')).findLast(({ textContent }) => textContent === name)
  if (found === undefined) throw new Error(`There is no button "${name}".`)
  await page?.act(() => found.click())
}

describe.each(variants)('in $theme and $language', (variant) => {
  test('is accessible: the list, the details of an account, a question', async () => {
    await open('?open=usr_2', {}, variant)
    expect(await accessibilityProblems({ container: document.body })).toEqual([])
    await press(variant.language === 'zh' ? '停用账户' : 'Disable account')
    expect(await accessibilityProblems({ container: document.body })).toEqual([])
  })
})

test('the server is asked for the state that the filter names', async () => {
  await open('?state=without_second_factor')
  expect(page?.requests.find(({ path }) => path === '/api/instance/users')?.query.get('state')).toBe(
    'without_second_factor',
  )
})

test('special states are shown at the name', async () => {
  await open('')
  const rows = Array.from(document.querySelectorAll('tbody tr'), ({ textContent }) => textContent ?? '')
  expect(rows[0]).toContain('Instance admin')
  expect(rows[1]).not.toMatch(/Instance admin|Disabled|Not verified/)
  expect(rows[2]).toMatch(/Disabled.*Not verified/)
})

test.each([
  { id: 'usr_2', label: 'Make instance admin', body: { isInstanceAdmin: true }, done: 'Ada is now an instance admin' },
  { id: 'usr_2', label: 'Disable account', body: { isDisabled: true }, done: "Ada's account is disabled" },
  { id: 'usr_3', label: 'Enable account', body: { isDisabled: false }, done: 'Kept can sign in again' },
  { id: 'usr_2', label: 'Sign out everywhere', body: {}, done: 'Ada signed out everywhere' },
  { id: 'usr_3', label: 'Release email address', body: {}, done: 'Email address released' },
])('"$label" is asked first, then sent as $body', async ({ id, label, body, done }) => {
  const method = 'isDisabled' in body || 'isInstanceAdmin' in body ? 'PATCH' : 'POST'
  await open(`?open=${id}`, {
    [`PATCH /api/instance/users/${id}`]: ada,
    [`POST /api/instance/users/${id}/sign-out`]: undefined,
    [`POST /api/instance/users/${id}/release-address`]: ada,
  })
  await press(label)
  expect(sent(method)).toEqual([])
  await press(label)
  expect(sent(method)[0]?.body).toEqual(body)
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(document.body.textContent).toContain(done)
})

test('the last instance admin stays one, and the question says why', async () => {
  const refused = problem(409, 'conflict', { detail: 'An instance keeps at least one admin.' })
  await open('?open=usr_1', { 'PATCH /api/instance/users/usr_1': refused })
  await press('Remove instance admin')
  expect(page?.find('[role=dialog]').textContent).toContain("The last instance admin can't be removed")
  await press('Remove instance admin')
  expect(page?.find('[role=dialog] [role=alert]').textContent).toContain('An instance keeps at least one admin.')
})

test('an address that was proved, or released before, is not offered for release', async () => {
  const released = { ...kept, email: 'usr_3@released.invalid' }
  for (const user of [ada, released, { ...kept, isInstanceAdmin: true }]) {
    await open(`?open=${user.id}`, { 'GET /api/instance/users': { items: [user], nextCursor: null } })
    expect(buttons('section[aria-label="Actions"]')).not.toContain('Release email address')
    await page?.unmount()
  }
})

test('an admin can not disable their own account', async () => {
  await open('?open=usr_1')
  const acts = 'section[aria-label="Actions"]'
  expect(buttons(acts)).toEqual(['Remove instance admin', 'Sign out everywhere'])
})
