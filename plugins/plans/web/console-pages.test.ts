import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { Plan, PlanPart } from '../shared.ts'
import { links, reports, team } from './fixture.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const moment = '2026-01-31T08:15:00.000Z'
const plan: Plan = {
  id: 'plan_1',
  ...team,
  tiers: ['reports'],
  limits: { links: 500 },
  isDefault: false,
  isArchived: false,
  workspaces: 2,
  createdAt: moment,
  updatedAt: moment,
}
const parts: PlanPart[] = [
  { kind: 'tier', name: 'reports', plugin: 'notes', title: reports.title, most: null, unit: 'count' },
  { kind: 'quota', name: 'links', plugin: 'links', title: links.title, most: 10_000, unit: 'count' },
]
const workspace = { id: 'org_1', name: 'Acme' }
const planned = {
  workspace,
  plan: { id: 'plan_1', ...team },
  isOwn: true,
  overrides: [{ name: 'links', has: null, limit: 1_000, note: 'Early customer', createdAt: moment }],
  grants: [
    {
      id: 'grant_1',
      name: 'links',
      amount: 50,
      from: moment,
      until: '2099-03-01T12:00:00.000Z',
      note: 'Trade fair',
      createdAt: moment,
      revokedAt: null,
    },
  ],
  entitlements: [reports, links],
}
const one = '/api/instance/plans/workspaces/org_1'
const answers = {
  'GET /api/instance/plans': { items: [plan], nextCursor: null },
  'GET /api/instance/plans/parts': { items: parts },
  'GET /api/instance/plans/workspaces': {
    items: [
      { workspace, plan: planned.plan, since: moment },
      { workspace: { id: 'org_2', name: 'Bolt' }, plan: null, since: null },
    ],
    nextCursor: null,
  },
  [`GET ${one}`]: planned,
}
const open = (path: `/${string}`, more: object = {}, variant: object = {}) =>
  mountPage({ plugin, scope: 'instance', path, answers: { ...answers, ...more }, ...variant })
const sent = (method: string) => page.requests.filter((request) => request.method === method).map(({ body }) => body)
const submit = () => page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
const press = (text: string) =>
  page.act(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click())

test('a plan is created of the parts of the build, and each refusal stands at its field', async () => {
  const refusal = problem(400, 'invalid_input', {
    errors: [
      { path: 'title.zh', message: 'Required.' },
      { path: 'limits.links', message: 'The instance allows at most 10000.' },
    ],
  })
  page = await open('/plans?add=1', { 'POST /api/instance/plans': refusal })
  await page.fill('[name=en]', 'Business')
  await page.fill('[name=name]', 'business')
  await page.fill('[name=limit-links]', 'many')
  await submit()
  expect(sent('POST')).toEqual([])
  expect(page.find('[role=dialog]').textContent).toContain('Enter a whole number')
  expect(document.activeElement?.getAttribute('name')).toBe('limit-links')
  await page.fill('[name=limit-links]', '20000')
  await page.click('[role=dialog] [role=group] [type=checkbox]')
  await submit()
  expect(sent('POST')).toEqual([
    {
      name: 'business',
      title: { en: 'Business', zh: '' },
      tiers: ['reports'],
      limits: { links: 20_000 },
      isDefault: false,
    },
  ])
  expect(page.find('[role=dialog]').textContent).toContain('The instance allows at most 10000.')
  expect(document.activeElement?.getAttribute('name')).toBe('zh')
})

test('a plan shows its contents, and an emptied limit is removed', async () => {
  page = await open('/plans?open=plan_1', { 'PATCH /api/instance/plans/plan_1': plan })
  expect(document.body.textContent).toMatch(/Features and limitsLinks500ReportsIncluded/)
  await press('Edit plan')
  await page.fill('[name=limit-links]', '')
  await submit()
  expect(sent('PATCH')).toEqual([{ title: team.title, tiers: ['reports'], limits: {}, isDefault: false }])
})

test('a plan is archived after a question', async () => {
  page = await open('/plans?open=plan_1', { 'PATCH /api/instance/plans/plan_1': plan })
  await press('Archive')
  expect(page.find('[role=dialog]').textContent).toContain('Workspaces that have the plan keep it.')
  await page.act(() => [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].at(-1)?.click())
  expect(sent('PATCH')).toEqual([{ isArchived: true }])
})

test('without plans the page says what applies', async () => {
  page = await open('/plans', { 'GET /api/instance/plans': { items: [], nextCursor: null } })
  expect(page.text()).toContain('Without plans, every workspace has the limits of the instance')
})

test('the list of workspaces shows which plan each was given, and filters by plan', async () => {
  page = await open('/plans/workspaces?planId=plan_1')
  expect(page.text()).toMatch(/AcmeTeam.*BoltDefault plan/)
  expect(page.requests.find(({ path }) => path === '/api/instance/plans/workspaces')?.query.get('planId')).toBe(
    'plan_1',
  )
})

test('a workspace shows use, overrides and grants; an override is removed and a grant ended', async () => {
  page = await open('/plans/workspaces?open=org_1', {
    [`DELETE ${one}/overrides/links`]: planned,
    [`DELETE ${one}/grants/grant_1`]: planned.grants[0],
  })
  const text = document.body.textContent ?? ''
  expect(text).toMatch(/OverridesLinks1,000Early customer.*GrantsLinks\+50 · until Mar 1, 2099Trade fair/)
  expect(text).toMatch(/UsageReportsNot includedLinks900 of 1,050 used/)
  await page.click('[aria-label="Remove override of Links"]')
  await page.click('[aria-label="End grant of Links"]')
  expect(page.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    `${one}/overrides/links`,
    `${one}/grants/grant_1`,
  ])
})

test('a workspace gets another plan, and a feature by an override', async () => {
  page = await open('/plans/workspaces?open=org_1', {
    [`PUT ${one}`]: planned,
    [`PUT ${one}/overrides/reports`]: problem(400, 'invalid_input', {
      errors: [{ path: 'note', message: 'Required.' }],
    }),
  })
  await press('Change plan')
  await submit()
  expect(sent('PUT')).toEqual([{ planId: 'plan_1' }])
  await press('Add override')
  await submit()
  expect(sent('PUT').at(-1)).toEqual({ note: '', has: true })
  expect(document.activeElement?.getAttribute('name')).toBe('note')
})

test('a grant of a feature names no amount, and its reason is sent', async () => {
  page = await open('/plans/workspaces?open=org_1', { [`POST ${one}/grants`]: planned.grants[0] })
  await press('Add grant')
  await page.fill('[name=note]', 'Trade fair')
  await submit()
  expect(sent('POST')).toEqual([{ name: 'reports', note: 'Trade fair' }])
})

for (const path of ['/plans?open=plan_1', '/plans?add=1', '/plans/workspaces?open=org_1'] as const) {
  test.for(variants)(`${path} is accessible, %j`, async (variant) => {
    page = await open(path, {}, variant)
    expect(await accessibilityProblems(page)).toEqual([])
  })
}
