import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { Link, LinkRule, LinkVersion } from '../shared.ts'
import { link as anyLink } from './fixture.ts'
import { plugin } from './index.ts'
import { versionChanges } from './versions/version-changes.ts'

const moment = '2026-05-03T10:00:00.000Z'
const link: Link = { ...anyLink, url: 'https://www.example.com/winter' }
const phones: LinkRule = { url: 'https://apps.example.com/', conditions: [{ on: 'device', values: ['phone'] }] }
const german: LinkRule = {
  url: 'https://de.example.com/',
  conditions: [{ on: 'country', values: ['DE'], isNot: true }],
}
const first: LinkVersion = {
  number: 1,
  url: 'https://www.example.com/autumn',
  rules: [],
  query: 'ignore',
  redirect: 302,
  createdBy: { id: 'usr_1', name: 'Grace Hopper' },
  createdAt: moment,
  isCurrent: false,
}
const second: LinkVersion = {
  ...first,
  number: 2,
  url: link.url,
  rules: [phones],
  redirect: 307,
  createdBy: { id: 'usr_2', name: null },
  isCurrent: true,
}
const click = {
  id: 'clickpack_1.0',
  linkId: link.id,
  at: moment,
  version: 2,
  rule: null,
  isRobot: false,
  country: 'JP',
  city: 'Osaka',
  device: 'desktop',
  browser: 'Firefox',
  system: 'Linux',
  language: 'ja',
  referrer: '',
  source: '',
  medium: '',
  campaign: '',
}
const explanation = {
  version: 2,
  url: link.url,
  rule: null,
  rules: [
    { rule: phones, conditions: ['unmet'] },
    {
      rule: { ...german, conditions: [...german.conditions, { on: 'share', percent: 50 }] },
      conditions: ['met', 'unknown'],
    },
  ],
}
const statistics = {
  clicks: 12,
  visitors: 7,
  robots: 3,
  before: { clicks: 6, visitors: 4 },
  days: [{ day: '2026-05-03', clicks: 12, visitors: 7 }],
  facets: [{ facet: 'version', values: [{ value: '2', clicks: 1_234 }] }],
}
const answers = {
  'GET /api/x/links/links/link_1': link,
  'GET /api/x/links/tags': { items: [] },
  'GET /api/x/links/folders': { items: [] },
  'GET /api/x/links/links/link_1/versions': { items: [second, first], nextCursor: null },
  'GET /api/x/links/links/link_1/versions/at': first,
  'GET /api/x/links/clicks': { items: [click], nextCursor: null },
  'GET /api/x/links/clicks/clickpack_1.0/explanation': explanation,
  'GET /api/x/links/links/link_1/sharing': { path: '/p/links/abc', showsTarget: false },
  'GET /api/x/links/statistics': statistics,
}

let page: MountedPage
afterEach(() => page?.unmount())

const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, path, answers: { ...answers, ...more } })
const sent = (method: string, path: string) =>
  page.requests.filter((request) => request.method === method && request.path === path)
const press = (text: string) =>
  page.act(() =>
    Array.from(document.querySelectorAll('button'))
      .findLast(({ textContent }) => textContent === text)
      ?.click(),
  )

test('the history says who changed what, with the clicks of each version', async () => {
  page = await open('/links/link_1/history')
  for (const text of [
    'Target changed from https://www.example.com/autumn to https://www.example.com/winter',
    'Redirect status changed from 302 temporary to 307 temporary, keeps the method',
    'Rule 1 added: Device is Phone → https://apps.example.com/',
    'Former member',
    'Grace Hopper',
    '1,234 clicks',
    '0 clicks',
    'Current version',
  ]) {
    expect(page.text()).toContain(text)
  }
  expect(page.text()).not.toContain('Revert to version 2')
})

test('a version comes back after a question, which warns of printed codes', async () => {
  page = await open('/links/link_1/history', {
    'GET /api/x/links/links/link_1': { ...link, printedAt: moment },
    'POST /api/x/links/links/link_1/revert': link,
  })
  await press('Revert to version 1')
  expect(page.find('[role=alertdialog], [role=dialog]').textContent).toContain(
    'printed copies will lead to the new target',
  )
  await press('Revert')
  expect(sent('POST', '/api/x/links/links/link_1/revert')[0]?.body).toEqual({ version: 1 })
})

test('the last version of a page waits for the one before it', async () => {
  page = await open('/links/link_1/history', {
    'GET /api/x/links/links/link_1/versions': { items: [second, first], nextCursor: 'next' },
  })
  expect(page.text()).toContain('Version 2')
  expect(page.text()).not.toContain('Version 1')
  expect(page.text()).toContain('Load more')
})

test('the target at a moment is shown, and a refusal with its reason', async () => {
  page = await open('/links/link_1/history')
  await page.fill('input[type=datetime-local]', '2026-05-03T12:00')
  expect(page.text()).toContain('Version 1Leads to https://www.example.com/autumn')
  await page.unmount()
  const refusal = problem(404, 'not_found', { detail: "The link didn't exist at this moment." })
  page = await open('/links/link_1/history', { 'GET /api/x/links/links/link_1/versions/at': refusal })
  await page.fill('input[type=datetime-local]', '2020-05-03T12:00')
  expect(page.text()).toContain("The link didn't exist at this moment.")
})

test('a click says why it led where it did', async () => {
  page = await open('/links/link_1/clicks')
  expect(page.text()).toContain('Osaka, Japan')
  expect(sent('GET', '/api/x/links/clicks')[0]?.query.get('isRobot')).toBe('false')
  await page.click('button[aria-label="More actions"]')
  expect(document.body.textContent).toContain('Export CSV')
  await page.unmount()
  page = await open('/links/link_1/clicks?open=clickpack_1.0')
  for (const text of [
    'Version 2 of the link was current, and no rule decided: https://www.example.com/winter',
    'Rule 1: a condition was not met',
    'Device is Phone (not met)',
    'Rule 2: one of these conditions was not met',
    'Country is not DE (met)',
    'Share of visitors is 50% (not stored)',
  ]) {
    expect(page.text()).toContain(text)
  }
})

test('a click whose version is gone says so', async () => {
  const gone = { version: null, url: null, rules: [], rule: null }
  page = await open('/links/link_1/clicks?open=clickpack_1.0', {
    'GET /api/x/links/clicks/clickpack_1.0/explanation': gone,
  })
  expect(page.text()).toContain('No longer known')
})

test('statistics are shared by a switch, with an address to copy', async () => {
  page = await open('/links/link_1', { 'PUT /api/x/links/links/link_1/sharing': { path: null, showsTarget: false } })
  await press('Share statistics')
  await expect.poll(() => document.querySelector('[role=dialog] a')?.textContent).toBe(`${location.origin}/p/links/abc`)
  await page.click('[role=switch][aria-label="Show the target"]')
  await page.click('[role=switch][aria-label="Share statistics"]')
  expect(sent('PUT', '/api/x/links/links/link_1/sharing').map(({ body }) => body)).toEqual([
    { isShared: true, showsTarget: true },
    { isShared: false, showsTarget: false },
  ])
})

test('another target of a printed link has a warning before it is saved', async () => {
  page = await open('/links/link_1/settings', { 'GET /api/x/links/links/link_1': { ...link, printedAt: moment } })
  expect(page.text()).not.toContain('printed copies')
  await page.fill('[name=url]', 'https://www.example.com/spring')
  expect(page.text()).toContain('printed copies will lead to the new target')
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const path of ['/links/link_1/history', '/links/link_1/clicks?open=clickpack_1.0'] as const) {
    page = await mountPage({ plugin, path, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
  page = await mountPage({ plugin, path: '/links/link_1', answers, ...variant })
  await press(variant.language === 'zh' ? '共享统计' : 'Share statistics')
  await expect.poll(() => document.querySelector('[role=dialog] a')).toBeTruthy()
  expect(await accessibilityProblems(page)).toEqual([])
})

test('rules are compared by their place: added, removed, changed, moved', () => {
  const changes = (before: LinkRule[], after: LinkRule[]) =>
    versionChanges({ ...first, rules: before }, { ...first, rules: after })
  expect(changes([phones], [phones])).toEqual([])
  expect(changes([], [phones, phones])).toMatchObject([
    { kind: 'ruleAdded', place: 0 },
    { kind: 'ruleAdded', place: 1 },
  ])
  expect(changes([phones, german], [german])).toEqual([{ kind: 'ruleRemoved', place: 0, rule: phones }])
  expect(changes([phones], [german])).toEqual([{ kind: 'ruleChanged', place: 0, before: phones, rule: german }])
  expect(changes([phones, german], [german, phones])).toEqual([{ kind: 'rulesMoved' }])
})
