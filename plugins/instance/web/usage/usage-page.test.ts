import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { Telemetry } from '../../shared.ts'
import { plugin } from '../index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const nothing = {
  calls: 0,
  errors: 0,
  time: 0,
  queries: 0,
  databaseTime: 0,
  outboundCalls: 0,
  outboundErrors: 0,
  jobs: 0,
  jobErrors: 0,
  jobTime: 0,
}
const busy = {
  ...nothing,
  calls: 1200,
  errors: 3,
  time: 6000,
  queries: 5400,
  databaseTime: 1500,
  outboundCalls: 1,
  jobs: 7,
}

const course = Array.from({ length: 24 }, (_, hour) => ({
  at: new Date(Date.UTC(2026, 10, 21, hour)).toISOString(),
  ...(hour === 20 ? busy : nothing),
}))

const filled: Telemetry = {
  from: course[0]?.at ?? '',
  total: busy,
  course,
  plugins: [
    { plugin: { name: 'notes', title: 'Notes' }, ...busy },
    { plugin: { name: 'host', title: 'host' }, ...nothing },
  ],
  workspaces: [
    { workspace: { id: 'org_1', name: 'Acme & Co' }, kind: 'workspace', ...busy },
    { workspace: null, kind: 'none', ...nothing },
    { workspace: null, kind: 'others', ...nothing },
  ],
}

const read = 'GET /api/instance/telemetry'
const open = (answer: Telemetry | ReturnType<typeof problem>, path: `/${string}` = '/telemetry') =>
  mountPage({ plugin, scope: 'instance', path, answers: { [read]: answer } })

test('the page shows the usage in total, by plugin and by workspace', async () => {
  page = await open(filled)
  const text = page.text()
  for (const told of [
    '1,200',
    '0.3% of all calls',
    '5 ms',
    '5,400 statements',
    '1 outbound',
    'Host',
    'Other workspaces',
  ]) {
    expect(text).toContain(told)
  }
  const links = [...document.querySelectorAll('td a')].map((link) => link.getAttribute('href'))
  expect(links).toContain('/instance/telemetry?range=24h&plugin=notes')
  expect(links).toContain('/instance/workspaces?q=Acme%20%26%20Co')
})

test('range and plugin stand in the address, and are asked for', async () => {
  page = await open({ ...filled, course: [] }, '/telemetry?range=7d&plugin=gone')
  const asked = () => page?.requests.findLast(({ path }) => path === '/api/instance/telemetry')?.query.toString()
  expect(asked()).toBe('range=7d&plugin=gone')
  const month = [...document.querySelectorAll('button')].find((button) => button.textContent === '30 days')
  await page.act(() => month?.click())
  expect(asked()).toBe('range=30d&plugin=gone')
})

test('the heaviest workspaces come first, by request time or another measure', async () => {
  const workspaceOf = (id: string, used: Partial<typeof busy>) => ({
    workspace: { id, name: id },
    kind: 'workspace' as const,
    ...nothing,
    ...used,
  })
  const workspaces = [
    workspaceOf('Chatty', { calls: 900, time: 10 }),
    workspaceOf('Slow', { calls: 2, time: 9000, databaseTime: 5 }),
    workspaceOf('Querying', { calls: 3, time: 20, databaseTime: 700 }),
  ]
  page = await open({ ...filled, workspaces })
  const names = () => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('td a')].map((link) => link.textContent)
    return links.filter((name) => ['Chatty', 'Slow', 'Querying'].includes(name))
  }
  expect(names()).toEqual(['Slow', 'Querying', 'Chatty'])
  expect(page.text()).toContain('Request time')
  await page.act(() => page?.find('[aria-label="Order by"]').click())
  const option = [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
    ({ textContent }) => textContent === 'Database time',
  )
  await page.act(() => option?.click())
  expect(names()).toEqual(['Querying', 'Slow', 'Chatty'])
})

test('without usage the page says so, and the next step', async () => {
  page = await open({ ...filled, total: nothing, plugins: [], workspaces: [] })
  expect(page.text()).toContain('No usage in this period')
})

test('a failure is reported with a next step', async () => {
  page = await open(problem(400, 'bad_request', { title: 'Not understood' }))
  expect(page.text()).toContain('Not understood')
})

test.each(variants)('the page has no accessibility problems in $language, $theme', async (variant) => {
  page = await mountPage({ plugin, scope: 'instance', path: '/telemetry', answers: { [read]: filled }, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
})
