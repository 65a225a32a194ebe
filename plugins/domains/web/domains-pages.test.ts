import { afterEach, expect, test, vi } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { answers, details, hosts, hoursAgo } from './fixture.ts'
import { dnsAnswers, planned } from './fixture-dns.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, path, answers: { ...answers, ...more } })
const sent = (method: string, path: string) =>
  page.requests.filter((request) => request.method === method && request.path === path)

function press(text: string) {
  const buttons = [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')]
  const found = buttons.findLast((button) => button.textContent?.trim() === text)
  if (found === undefined) throw new Error(`Nothing says "${text}".`)
  return page.act(() => found.click())
}

test('the list shows each domain in Unicode, with its state and last check', async () => {
  page = await open('/domains')
  for (const text of ['bücher.example', 'xn--bcher-kva.example', 'Pending', 'Servers disagree', 'Verified']) {
    expect(page.text()).toContain(text)
  }
})

test('without domains the page explains them', async () => {
  page = await open('/domains', { 'GET /api/domains': { items: [], nextCursor: null } })
  expect(page.text()).toContain('No domains yet')
  expect(page.find('a[href*="/help/domains"]')).toBeTruthy()
})

test('a domain is added in a dialog that the address opens, and a refusal is at its field', async () => {
  const refusal = problem(400, 'invalid_input', { errors: [{ path: 'name', message: 'Enter a name of your own.' }] })
  page = await open('/domains?add=1', { 'POST /api/domains': refusal })
  await page.fill('[role=dialog] [name=name]', 'co.uk')
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(sent('POST', '/api/domains')[0]?.body).toEqual({ name: 'co.uk' })
  expect(page.find('[role=dialog]').textContent).toContain('Enter a name of your own.')
})

test('a domain shows the record to copy, each server’s answer and the hosts on it', async () => {
  page = await open('/domains/dom_1')
  const { challenge } = details
  for (const text of [challenge.name, challenge.value, 'ns2.dns.example', 'v=spf1 -all', 'Wrong', 'isn’t public']) {
    expect(page.text().replaceAll("'", '’')).toContain(text)
  }
  expect(page.text()).toContain('go.xn--bcher-kva.example')
  expect(page.find('[aria-label="Copy Value"]')).toBeTruthy()
})

test('each host shows its certificate, and a failed one its reason with another try', async () => {
  page = await open('/domains/dom_1', { 'POST /api/domains/dom_1/certificate': null })
  for (const text of [
    'Certificate valid until',
    'Certificate failed',
    'found no address',
    'NXDOMAIN looking up A',
    'not a.go.',
  ]) {
    expect(page.text()).toContain(text)
  }
  await press('Try again')
  expect(sent('POST', '/api/domains/dom_1/certificate')[0]?.body).toEqual({ host: 'shop.xn--bcher-kva.example' })
})

test('the time of the last check and the zone whose servers were asked are shown', async () => {
  page = await open('/domains/dom_1')
  expect(page.text()).toContain('Name servers of bücher.example')
  expect(page.text()).toContain('Servers disagree · 1 hour ago')
})

test('a verified domain has its note in the place of the one before, so that nothing moves', async () => {
  page = await open('/domains/dom_1', { 'GET /api/domains/dom_1': { ...details, state: 'verified', expiresAt: null } })
  expect(page.find('[role=status]').textContent).toContain('This domain is verified')
  expect(page.text()).toContain('Checked again every 30 days.')
})

test('the button that adds a domain is in its place before and after the list has come', async () => {
  page = await open('/domains', { 'GET /api/domains': { items: [], nextCursor: null } })
  expect([...document.querySelectorAll('header button')].map((button) => button.textContent)).toContain('Add domain')
})

test('a check on request shows its refusal', async () => {
  page = await open('/domains/dom_1', { 'POST /api/domains/dom_1/verify': problem(429, 'too_many_requests') })
  await press('Check now')
  expect(page.text()).toContain('Title of too_many_requests')
})

test('a pending domain is checked while its page is open, and a verified one is not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    page = await open('/domains/dom_1', { 'POST /api/domains/dom_1/verify': details })
    await page.act(() => void vi.advanceTimersByTime(31_000))
    expect(sent('POST', '/api/domains/dom_1/verify').length).toBe(2)
    await page.unmount()
    page = await open('/domains/dom_1', { 'GET /api/domains/dom_1': { ...details, state: 'verified' } })
    await page.act(() => void vi.advanceTimersByTime(31_000))
    expect(sent('POST', '/api/domains/dom_1/verify').length).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('removing a domain names the hosts that stop, and takes its name typed', async () => {
  page = await open('/domains/dom_1', { 'DELETE /api/domains/dom_1': { hosts } })
  await page.click('[aria-label="More actions"]')
  await press('Remove domain')
  expect(page.find('[role=dialog]').textContent).toContain('go.xn--bcher-kva.example')
  await page.fill('[role=dialog] input', details.name)
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(sent('DELETE', '/api/domains/dom_1').length).toBe(1)
})

test.each([
  ['have failed to load', problem(409, 'conflict'), "The host names couldn't be loaded."],
  ['are loading', problem(503, 'service_unavailable'), 'Loading'],
])('a domain is not removed while the host names that would stop %s', async (_state, answer, text) => {
  page = await open('/domains/dom_1', {
    'GET /api/domains/dom_1/hosts': answer,
    'DELETE /api/domains/dom_1': { hosts },
  })
  await page.click('[aria-label="More actions"]')
  await press('Remove domain')
  expect(page.find('[role=dialog]').textContent).toContain(text)
  await page.fill('[role=dialog] input', details.name)
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(page.find('[role=dialog] [type=submit]').getAttribute('aria-disabled')).toBe('true')
  expect(sent('DELETE', '/api/domains/dom_1').length).toBe(0)
})

test.each(['lost', 'failing'] as const)('a domain that is %s says so first', async (state) => {
  const domain = { ...details, state, failingSince: hoursAgo(30), expiresAt: null }
  page = await open('/domains/dom_1', { 'GET /api/domains/dom_1': domain })
  expect(page.text()).toContain(state === 'lost' ? 'no longer verified' : 'The last check failed')
})

test('the record of a domain is planned in the zone of the workspace that holds it', async () => {
  const held = { ...details, zone: { id: 'zone_1', name: 'bücher.example' } }
  page = await open('/domains/dom_1', {
    ...dnsAnswers,
    'GET /api/domains/dom_1': held,
    'POST /api/domains/dom_1/plan': planned,
  })
  expect(page.find('main a[href="/admin/domains/zones/zone_1"]').textContent).toBe('bücher.example')
  await press('Set record by a plan')
  expect(sent('POST', '/api/domains/dom_1/plan').length).toBe(1)
  expect(location.pathname + location.search).toBe('/admin/domains/zones/zone_1?plan=chg_9')
})

test('a domain without a zone here, and a verified one, offer no plan', async () => {
  page = await open('/domains/dom_1')
  expect(page.text()).not.toContain('Set record by a plan')
  await page.unmount()
  const verifiedHere = { ...details, state: 'verified', zone: { id: 'zone_1', name: 'bücher.example' } }
  page = await open('/domains/dom_1', { 'GET /api/domains/dom_1': verifiedHere })
  expect(page.text()).toContain('This workspace holds the zone')
  expect(page.text()).not.toContain('Set record by a plan')
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const path of ['/domains', '/domains/dom_1'] as const) {
    page = await mountPage({ plugin, path, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
