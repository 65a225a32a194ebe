import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { Feature } from '../shared.ts'
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

const switchOf = (title: string) => `[role=switch][aria-label="${title}"]`

test('each feature says what it needs, what needs it and how it is; one of the core has no switch', async () => {
  page = await mountPage({ plugin, path: '/features', answers: { 'GET /api/features': features } })
  expect(page.text()).toContain('Needs Domains')
  expect(page.text()).toContain('Needed by Short links')
  expect(page.text()).toContain('Degraded')
  expect(document.querySelector(switchOf('Overview'))).toBeNull()
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
    answers: { 'GET /api/features': features, 'PUT /api/features/domains': refused },
  })
  await page.click(switchOf('Domains'))
  expect(page.find(switchOf('Domains')).getAttribute('aria-checked')).toBe('true')
  expect(document.body.textContent).toContain('Other features need this one')
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  page = await mountPage({ plugin, path: '/features', answers: { 'GET /api/features': features }, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
})
