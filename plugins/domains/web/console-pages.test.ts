import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { InstanceDomain, InstanceProvider, InstanceZone } from '../shared.ts'
import { hoursAgo } from './fixture.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const workspace = { id: 'org_1', name: 'Acme' }
const domain: InstanceDomain = {
  id: 'dom_1',
  name: 'bücher.example',
  asciiName: 'xn--bcher-kva.example',
  workspace,
  state: 'failing',
  outcome: 'missing',
  claims: 2,
  checkedAt: hoursAgo(1),
  verifiedAt: hoursAgo(100),
  createdAt: hoursAgo(200),
}
const zone: InstanceZone = {
  failing: 0,
  id: 'zone_1',
  name: 'acme.example',
  workspace,
  provider: 'cloudflare',
  records: 12,
  readAt: hoursAgo(1),
  problem: 'remote_refused',
  createdAt: hoursAgo(200),
}
const provider: InstanceProvider = {
  name: 'cloudflare',
  title: 'Cloudflare',
  fields: [],
  capabilities: {
    types: ['A', 'TXT'],
    ttl: { min: 60, max: 86_400 },
    hasComments: true,
    hasProxy: true,
    isAtomic: false,
  },
  plugin: 'domains',
  conformance: { passed: 44, leftOut: 1 },
  accounts: 3,
}
const answers = {
  'GET /api/instance/domains': { items: [domain], nextCursor: null },
  'GET /api/instance/domains/zones': { items: [zone], nextCursor: null },
  'GET /api/instance/domains/providers': { items: [provider] },
}
const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, scope: 'instance', path, answers, ...more })
const button = (text: string) =>
  [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === text)

test('a name that several workspaces have added is marked, with its workspace beside it', async () => {
  page = await open('/all-domains')
  expect(page.text()).toMatch(/bücher\.example2 workspacesxn--bcher-kva\.exampleAcme.*Failing/)
})

test('zones show their provider and the problem of the last read, providers their plugin and accounts', async () => {
  page = await open('/all-domains/zones')
  expect(page.text()).toMatch(/acme\.exampleAcmecloudflare12.*Account refused/)
  await page.unmount()
  page = await open('/all-domains/providers')
  expect(page.text()).toMatch(/Cloudflare.*A, TXT.*domains.*44 rules.*3/)
})

test('a domain is taken away for a reason, and a wrong name is refused at its field', async () => {
  const message = 'This is not the name of the domain.'
  const refusal = problem(400, 'invalid_input', { errors: [{ path: 'name', message }] })
  const take = 'POST /api/instance/domains/dom_1/take'
  page = await open('/all-domains?open=dom_1', { answers: { ...answers, [take]: refusal } })
  await page.act(() => button('Take away')?.click())
  await page.fill('[role=dialog] [name=name]', 'acme.example')
  await page.fill('[role=dialog] textarea', 'Not theirs')
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(page.requests.findLast(({ method }) => method === 'POST')?.body).toEqual({
    name: 'acme.example',
    reason: 'Not theirs',
  })
  expect(page.find('[role=dialog] form').textContent).toContain(message)
})

for (const path of [
  '/all-domains',
  '/all-domains?open=dom_1',
  '/all-domains/zones',
  '/all-domains/providers',
] as const) {
  test.for(variants)(`${path} is accessible, %j`, async (variant) => {
    page = await open(path, variant)
    expect(await accessibilityProblems(page)).toEqual([])
  })
}
