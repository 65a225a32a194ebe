import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { Plan, PlanChange, PlanPart } from '../shared.ts'
import { links, reports, stored, team } from './fixture.ts'
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
const change: PlanChange = {
  id: 'change_1',
  planId: 'plan_1',
  state: 'planned',
  before: { title: team.title, tiers: [], limits: {} },
  after: { title: team.title, tiers: [], limits: {} },
  gains: [],
  loses: ['links'],
  createdAt: moment,
  appliedAt: null,
  revertedAt: null,
}
const parts: PlanPart[] = [
  { kind: 'tier', name: 'reports', plugin: 'notes', title: reports.title, most: null, unit: 'count' },
  { kind: 'quota', name: 'links', plugin: 'links', title: links.title, most: 10_000, unit: 'count' },
  { kind: 'quota', name: 'stored-bytes', plugin: 'host', title: stored.title, most: 10_000_000_000_000, unit: 'bytes' },
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
  'GET /api/instance/plans/parts': {
    items: parts,
    people: [{ name: 'workspaces', title: { en: 'Workspaces that a person owns', zh: '每人拥有的工作区' }, most: 20 }],
  },
  'GET /api/instance/plans/changes': { items: [], nextCursor: null },
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
  page.act(() =>
    [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')]
      .find(({ textContent }) => textContent === text)
      ?.click(),
  )
const choose = async (row: string, action: string) => {
  await page.click(`[aria-label^="Actions for ${row}"]`)
  await press(action)
}

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

test('a limit of bytes is written and shown as a size', async () => {
  const full = { ...plan, limits: { links: 500, 'stored-bytes': 1_500_000_000 } }
  const over = [{ name: 'stored-bytes', used: 900_000_000, limit: 500_000_000 }]
  page = await open('/plans?open=plan_1', {
    'GET /api/instance/plans': { items: [full], nextCursor: null },
    'POST /api/instance/plans/changes': change,
    'GET /api/instance/plans/changes/change_1/workspaces': {
      items: [{ workspace, gains: [], loses: ['stored-bytes'], over }],
      nextCursor: null,
    },
  })
  expect(document.body.textContent).toMatch(/Stored files1.5 GB/)
  await press('Edit plan')
  expect(page.find<HTMLInputElement>('[name=limit-stored-bytes]').value).toBe('1.5 GB')
  expect(page.find('[role=dialog]').textContent).toContain('At most 10 TB')
  await page.fill('[name=limit-stored-bytes]', '5 parsecs')
  await submit()
  expect(page.find('[role=dialog]').textContent).toContain('Enter a size such as 5 GB')
  await page.fill('[name=limit-stored-bytes]', '500 mb')
  await submit()
  expect(sent('POST')).toEqual([
    { planId: 'plan_1', title: team.title, tiers: ['reports'], limits: { links: 500, 'stored-bytes': 500_000_000 } },
  ])
  expect(page.find('[role=dialog]').textContent).toContain('Over the limit of Stored files: 900 MB of 500 MB')
})

test('an override of bytes is a size too', async () => {
  const own = { ...planned, entitlements: [stored] }
  page = await open('/plans/workspaces?open=org_1', { [`GET ${one}`]: own, [`PUT ${one}/overrides/stored-bytes`]: own })
  expect(document.body.textContent).toMatch(/Stored files900 MB of 1 GB used/)
  await press('Add override')
  await page.fill('[name=amount]', '2')
  await page.fill('[name=note]', 'Agreed')
  await submit()
  expect(sent('PUT')).toEqual([])
  expect(page.find('[role=dialog]').textContent).toContain('Enter a size such as 5 GB')
  expect(document.activeElement?.getAttribute('name')).toBe('amount')
  await page.fill('[name=amount]', '2 GB')
  await submit()
  expect(sent('PUT')).toEqual([{ note: 'Agreed', limit: 2_000_000_000 }])
})

test('a change is reviewed with the workspaces that gain, lose or go over a limit, and then applied', async () => {
  const changes = '/api/instance/plans/changes'
  const over = [{ name: 'links', used: 900, limit: 100 }]
  page = await open('/plans?open=plan_1', {
    [`POST ${changes}`]: change,
    [`GET ${changes}/change_1/workspaces`]: {
      items: [{ workspace, gains: [], loses: ['links'], over }],
      nextCursor: null,
    },
    [`POST ${changes}/change_1/apply`]: { ...change, state: 'applied', appliedAt: moment },
  })
  expect(document.body.textContent).toMatch(/Features and limitsLinks500ReportsIncluded/)
  await press('Edit plan')
  await page.fill('[name=limit-links]', '')
  await submit()
  expect(sent('POST')).toEqual([{ planId: 'plan_1', title: team.title, tiers: ['reports'], limits: {} }])
  expect(page.find('[role=dialog]').textContent).toMatch(
    /Loses: Links.*AcmeLoses: LinksOver the limit of Links: 900 of 100.*Nothing is deleted/,
  )
  await press('Apply change')
  expect(page.requests.some(({ path }) => path === `${changes}/change_1/apply`)).toBe(true)
})

test('a change that was applied is taken back', async () => {
  const changes = '/api/instance/plans/changes'
  const applied = { ...change, state: 'applied', appliedAt: moment }
  page = await open('/plans?open=plan_1', {
    [`GET ${changes}`]: { items: [applied], nextCursor: null },
    [`POST ${changes}/change_1/revert`]: { ...applied, state: 'reverted', revertedAt: moment },
  })
  expect(document.body.textContent).toMatch(/Latest changesApplied Jan 31, 2026.*Loses: Links/)
  await choose('Jan 31, 2026', 'Take back')
  expect(page.requests.some(({ path }) => path === `${changes}/change_1/revert`)).toBe(true)
})

test('the use of a month is downloaded', async () => {
  page = await open('/plans/workspaces')
  await press('Export usage')
  const month = new Date().toISOString().slice(0, 7)
  expect(page.find('[role=dialog] a').getAttribute('href')).toBe(`/api/instance/plans/usage/export?month=${month}`)
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
  await choose('Links', 'Remove override')
  await page.act(() => [...document.querySelectorAll<HTMLElement>('[aria-label="Actions for Links"]')].at(-1)?.click())
  await press('End grant')
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

test('the bounds of the instance stand in one table, for a workspace and for a person', async () => {
  page = await open('/plans/limits')
  expect(page.text()).toMatch(/Each workspace.*LinksPlugin links10,000.*Each person.*Workspaces that a person owns20/)
  expect(page.text()).not.toContain('Reports')
  expect(await accessibilityProblems(page)).toEqual([])
})
