import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { InstanceWorkspace } from '../shared.ts'
import { plugin } from './index.ts'

let page: MountedPage | undefined
afterEach(async () => await page?.unmount())

const parts = [
  { kind: 'host', name: 'audit', title: 'Audit log', bytes: 12_000_000, rows: 40_000 },
  { kind: 'plugin', name: 'webhooks', title: 'Webhooks', bytes: 3_000_000, rows: 900 },
] as const

const workspaces: readonly InstanceWorkspace[] = [
  {
    id: 'org_1',
    slug: 'acme',
    name: 'Acme',
    createdAt: new Date().toISOString(),
    members: 3,
    storage: { bytes: 15_000_000, countedAt: new Date().toISOString(), parts: [...parts] },
  },
  { id: 'org_2', slug: 'new', name: 'New', createdAt: new Date().toISOString(), members: 1, storage: null },
]

const answers = {
  'GET /api/instance/workspaces': { items: workspaces, nextCursor: null },
  'GET /api/instance/workspaces/org_1/support': { items: [], nextCursor: null },
  'GET /api/instance/workspaces/org_2/support': { items: [], nextCursor: null },
}

const open = (more: object = {}) => mountPage({ plugin, scope: 'instance', path: '/workspaces', answers, ...more })

test('the list shows the storage of each workspace, and the panel its parts, the largest first', async () => {
  page = await open()
  expect(page.text()).toContain('15 MB')
  await page.click('a[href="/instance/workspaces?open=org_1"]')
  expect(page.text()).toMatch(/Total15 MBAudit log12 MBWebhooks3 MB/)
})

test('a workspace without a count says so', async () => {
  page = await open({ path: '/workspaces?open=org_2' })
  expect(page.text()).toContain('Not counted yet')
})

test('a workspace is suspended with a reason, and shows it until the suspension is lifted', async () => {
  const path = '/api/instance/workspaces/org_1/suspension'
  const suspension = { reason: 'Unpaid invoice', since: '2026-11-20T12:00:00.000Z' }
  let isSuspended = false
  page = await open({
    path: '/workspaces?open=org_1',
    answers: {
      ...answers,
      'GET /api/instance/workspaces': () => ({
        items: workspaces.map((each) => (isSuspended && each.id === 'org_1' ? { ...each, suspension } : each)),
        nextCursor: null,
      }),
      [`PUT ${path}`]: () => ((isSuspended = true), suspension),
      [`DELETE ${path}`]: () => void (isSuspended = false),
    },
  })
  const press = (text: string) =>
    page?.act(() =>
      [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === text)?.click(),
    )
  await press('Suspend')
  await page.fill('[role=dialog] textarea', 'Unpaid invoice')
  await page.act(() => page?.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(page.requests.find(({ method }) => method === 'PUT')?.body).toEqual({ reason: 'Unpaid invoice' })
  expect(page.text()).toMatch(/Suspended since Nov 20, 2026.*Unpaid invoice/)
  await press('Lift suspension')
  await press('Lift suspension')
  expect(page.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  expect(page.text()).not.toContain('Unpaid invoice')
})

test.for(variants)('the panel is accessible, %j', async (variant) => {
  page = await open({ path: '/workspaces?open=org_1', ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
})

test('access is requested with a reason and a duration, and entered once an owner has granted it', async () => {
  const path = '/api/instance/workspaces/org_1/support'
  const person = { id: 'usr_1', name: 'Ada' }
  const access = {
    id: 'sup_1',
    state: 'requested',
    admin: person,
    reason: 'A broken import',
    minutes: 60,
    requestedAt: '2026-11-20T12:00:00.000Z',
    expiresAt: '2026-11-27T12:00:00.000Z',
    decidedBy: null,
    decidedAt: null,
    rights: null,
    until: null,
    startedAt: null,
    endedBy: null,
    endedAt: null,
  }
  let items: readonly object[] = []
  page = await open({
    path: '/workspaces?open=org_1',
    answers: {
      ...answers,
      [`GET ${path}`]: () => ({ items, nextCursor: null }),
      [`POST ${path}`]: () => ((items = [access]), access),
    },
  })
  const press = (text: string) =>
    page?.act(() =>
      [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === text)?.click(),
    )
  await press('Request access')
  await page.fill('[role=dialog] textarea', 'A broken import')
  await page.act(() => page?.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(page.requests.find(({ method }) => method === 'POST')?.body).toEqual({
    reason: 'A broken import',
    minutes: 60,
  })
  expect(page.text()).toMatch(/Requested.*A broken import.*1 hour.*Withdraw request/)
  expect(page.text()).not.toContain('Enter workspace')
  expect(await accessibilityProblems(page)).toEqual([])
})
