import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { Scope, Token } from '../shared.ts'
import { plugin } from './index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const path = '/settings/tokens'
const hour = 3_600_000
const ago = (time: number): string => new Date(Date.now() - time).toISOString()

const token: Token = {
  id: 'tok_1',
  name: 'Nightly report',
  hint: 'host_AbC123',
  scopes: ['members.read'],
  role: 'member',
  addresses: [],
  createdAt: ago(48 * hour),
  expiresAt: ago(-40 * 24 * hour),
  overlapEndsAt: null,
  lastUsedAt: ago(2 * hour),
  lastUsedFrom: '192.0.2.7',
}
const scope = (name: string, title: string, isReading: boolean): Scope => ({
  name,
  title,
  plugin: 'workspaces',
  pluginTitle: 'Workspaces',
  isReading,
})
const list = { 'GET /api/tokens': { items: [token], nextCursor: null } }
const scopes = {
  'GET /api/tokens/scopes': {
    items: [scope('workspaces.read', 'Read', true), scope('workspaces.write', 'Change', false)],
    nextCursor: null,
  },
}
const secret = `host_${'x'.repeat(49)}`

test('a token lists its scopes, its last use and address', async () => {
  page = await mountPage({ plugin, path, answers: list })
  for (const text of ['Nightly report', 'host_AbC123', '1 permission', '192.0.2.7', '2 hours ago']) {
    expect(page.text()).toContain(text)
  }
})

test('without tokens the page explains them', async () => {
  page = await mountPage({ plugin, path, answers: { 'GET /api/tokens': { items: [], nextCursor: null } } })
  expect(page.text()).toContain('No API tokens yet')
  expect(page.find('a[href*="/help/api-tokens"]')).toBeTruthy()
})

test('a new token only reads at first, and its secret is shown once', async () => {
  const answers = { ...list, ...scopes, 'POST /api/tokens': { ...token, id: 'tok_2', token: secret } }
  page = await mountPage({ plugin, path, answers })
  await page.click('header button')
  expect(page.find('[role=dialog]').textContent).toContain('Workspaces')
  const input = page.find<HTMLInputElement>('[role=dialog] input[name=name], [role=dialog] input[type=text]')
  await page.act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Robot')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.act(() => page?.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  const sent = page.requests.find(({ method }) => method === 'POST')
  expect(sent?.body).toMatchObject({ name: 'Robot', scopes: ['workspaces.read'], expiresInDays: 90 })
  expect(page.find('[role=dialog]').textContent).toContain(secret)
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  page = await mountPage({ plugin, path, answers: { ...list, ...scopes }, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
  await page.click('header button')
  expect(await accessibilityProblems(page)).toEqual([])
})
