import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { Feature, FeatureDetails } from '../shared.ts'
import { plugin } from './index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const links: Feature = {
  key: 'links',
  title: 'Short links',
  description: 'Short addresses',
  icon: 'link',
  category: 'Marketing',
  enabled: true,
  core: false,
  requires: ['domains'],
  requiredBy: [],
  pluginNames: [],
  health: 'degraded',
}
const domains: Feature = {
  ...links,
  key: 'domains',
  title: 'Domains',
  requires: [],
  requiredBy: ['links'],
  health: 'ok',
}
const overview: Feature = { ...domains, key: 'overview', title: 'Overview', core: true, requiredBy: [] }
const features = [links, domains, overview]

const dialog = () => page?.find('[role=dialog]').textContent ?? ''
const button = (text: string) => [...document.querySelectorAll('button')].find((each) => each.textContent === text)
const puts = () => (page?.requests ?? []).filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body])
const switchOf = (title: string) => `[role=switch][aria-label="${title}"]`

test('each feature shows its requirements, its dependents and its health; a core feature has no switch', async () => {
  page = await mountPage({ plugin, path: '/features', answers: { 'GET /api/features': features } })
  expect(page.text()).toContain('Requires Domains')
  expect(page.text()).toContain('Required by Short links')
  expect(page.text()).toContain('Degraded')
  expect(document.querySelector(switchOf('Overview'))).toBeNull()
})

test('features that are always on are folded, and shown to a reader who looks for them', async () => {
  page = await mountPage({ plugin, path: '/features', answers: { 'GET /api/features': features } })
  const fold = page.find('details')
  expect([fold.hasAttribute('open'), fold.querySelector('summary')?.textContent]).toEqual([false, 'Always on1'])
  expect(fold.textContent).toContain('Overview')
  await page.unmount()
  page = await mountPage({ plugin, path: '/features?state=core', answers: { 'GET /api/features': features } })
  expect(document.querySelector('details')).toBeNull()
  expect(page.text()).toContain('Overview')
})

test('a switch shows its new place before the server has answered, and the menus are asked again', async () => {
  const { promise, resolve } = Promise.withResolvers<readonly Feature[]>()
  const off = features.map((one) => (one.key === 'links' ? { ...one, enabled: false } : one))
  const state = { features }
  page = await mountPage({
    plugin,
    path: '/features',
    answers: { 'GET /api/features': () => state.features, 'PUT /api/features/links': () => promise },
  })
  const menusBefore = page.requests.filter(({ path }) => path === '/api/menus').length
  await page.click(switchOf('Short links'))
  expect(page.find(switchOf('Short links')).getAttribute('aria-checked')).toBe('false')
  await page.act(() => {
    state.features = off
    resolve(off)
  })
  expect(page.find(switchOf('Short links')).getAttribute('aria-checked')).toBe('false')
  expect(page.find('output').textContent).toContain('Short links is off')
  expect(page.requests.filter(({ path }) => path === '/api/menus').length).toBeGreaterThan(menusBefore)
})

test('a switch goes back when the server refuses, and the reason is said', async () => {
  const refused = problem(409, 'feature_required', { title: 'Other features need this one' })
  page = await mountPage({
    plugin,
    path: '/features',
    answers: { 'GET /api/features': features, 'PUT /api/features/links': refused },
  })
  await page.click(switchOf('Short links'))
  expect(page.find(switchOf('Short links')).getAttribute('aria-checked')).toBe('true')
  expect(document.body.textContent).toContain('Other features need this one')
})

test('before a feature is enabled, all its requirements are named', async () => {
  const campaigns: Feature = { ...links, key: 'campaigns', title: 'Campaigns', requires: ['links'], enabled: false }
  const off = [campaigns, { ...links, enabled: false }, { ...domains, enabled: false }, overview]
  page = await mountPage({
    plugin,
    path: '/features',
    answers: { 'GET /api/features': off, 'PUT /api/features/campaigns': off },
  })
  await page.click(switchOf('Campaigns'))
  expect(dialog()).toMatch(/Switch on Campaigns\?.*Short links.*Domains.*Switch on all 3/)
  expect(puts()).toEqual([])
  await page.act(() => button('Switch on all 3')?.click())
  expect(puts()).toEqual([['/api/features/campaigns', { enabled: true }]])
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('a feature with enabled dependents is not disabled; they are named, and nothing is sent', async () => {
  page = await mountPage({ plugin, path: '/features', answers: { 'GET /api/features': features } })
  await page.click(switchOf('Domains'))
  expect(dialog()).toMatch(/Domains is required.*Switch them off first.*Short links/)
  expect([puts(), page.find(switchOf('Domains')).getAttribute('aria-checked')]).toEqual([[], 'true'])
})

test.each([
  ['state=troubled', ['Short links']],
  ['state=off', []],
  ['state=core', ['Overview']],
  ['q=doma', ['Domains']],
])('the address %s narrows the features down to %s', async (query, titles) => {
  page = await mountPage({ plugin, path: `/features?${query}`, answers: { 'GET /api/features': features } })
  const shown = [...document.querySelectorAll('h3 a')].map(({ textContent }) => textContent)
  expect(shown).toEqual(titles)
  expect(page.text().includes('No results')).toBe(titles.length === 0)
})

const details: FeatureDetails = {
  ...links,
  requiredBy: ['campaigns'],
  plugins: [
    {
      name: 'links',
      title: 'Short links',
      version: '2.1.0',
      health: 'degraded',
      healthCause: 'start',
      healthSince: '2026-01-02T10:00:00.000Z',
      pages: [{ path: '/links', label: 'Links' }],
      permissions: [{ name: 'links.write', title: 'Write links', role: 'admin' }],
      events: ['link.created'],
      notices: ['A link broke'],
      help: [{ slug: 'links', title: 'Short links' }],
      settings: 'links',
    },
  ],
}
const answers = { 'GET /api/features': features, 'GET /api/features/links': details }

test('a feature has a page with its health, its relations, its settings and all that it adds', async () => {
  page = await mountPage({ plugin, path: '/features/links', answers })
  expect(page.find('h1').textContent).toBe('Short links')
  expect(page.find('[role=status]').textContent).toMatch(/Short links: it failed to start.*Since/)
  const parts = ['RequiresDomains', 'links 2.1.0', 'Links', 'Write linksAdmin', 'link.created', 'A link broke']
  for (const part of parts) expect(page.text()).toContain(part)
  const hrefs = [...page.container.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual(expect.arrayContaining(['/admin/settings/links', '/admin/features/domains', '/admin/links']))
  expect(hrefs).toContain('/help/links?lang=en&workspace=wsp_1')
  expect(page.find(switchOf('Short links')).getAttribute('aria-checked')).toBe('true')
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const path of ['/features', '/features/links'] as const) {
    page = await mountPage({ plugin, path, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
