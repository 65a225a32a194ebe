import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { dnsAnswers, zoneKey } from './fixture-dns.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const path = '/domains/zones/zone_3/server'
const api = '/api/x/domains/zones/zone_3'

const open = (more: object = {}) => mountPage({ plugin, path, answers: { ...dnsAnswers, ...more } })
const sent = (method: string, to: string) =>
  page.requests.filter((request) => request.method === method && request.path === to).map(({ body }) => body)
const submit = () => page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())

function press(text: string) {
  const buttons = [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')]
  const found = buttons.findLast((button) => button.textContent?.trim() === text)
  if (found === undefined) throw new Error(`Nothing says "${text}"; the page reads: ${page.text()}`)
  return page.act(() => found.click())
}

test('the page shows the name servers, the addresses behind the ALIAS record, secondaries and keys', async () => {
  page = await open()
  for (const text of ['ns1.host.example', 'ns2.host.example', '1795000000', 'front.example.', '2001:db8::80']) {
    expect(page.text()).toContain(text)
  }
  for (const text of ['192.0.2.53', '2001:db8::53#5353', 'Certificates', '_acme-challenge.served.example', 'TXT']) {
    expect(page.text()).toContain(text)
  }
})

test('the delegation is checked on request', async () => {
  const answer = { state: 'partly', servers: ['ns1.host.example', 'old.example'], checkedAt: zoneKey.createdAt }
  page = await open({ [`POST ${api}/delegation`]: answer })
  await press('Check now')
  expect(page.text()).toContain('Partly set')
  expect(page.text()).toContain('old.example')
})

test('secondaries are edited as lines, and a wrong one is named at the field', async () => {
  const wrong = problem(400, 'invalid_input', {
    errors: [{ path: 'secondaries.0.address', message: 'Enter an IPv4 or IPv6 address.' }],
  })
  page = await open({ [`PUT ${api}/secondaries`]: wrong })
  await press('Edit secondary servers')
  await page.fill('[name=secondaries]', '192.0.2.1\n2001:db8::1#5353, x')
  await submit()
  expect(sent('PUT', `${api}/secondaries`)).toEqual([
    {
      secondaries: [
        { address: '192.0.2.1', port: 53 },
        { address: '2001:db8::1', port: 5_353 },
        { address: 'x', port: 53 },
      ],
    },
  ])
  expect(page.find('[role=dialog]').textContent).toContain('Enter an IPv4 or IPv6 address.')
})

test('a key is created, and its secret is shown once with ready commands', async () => {
  page = await open({ [`POST ${api}/keys`]: { key: zoneKey, secret: 'c2VjcmV0' } })
  await press('Create key')
  await page.fill('[name=label]', 'Certificates')
  await submit()
  expect(sent('POST', `${api}/keys`)).toEqual([
    { label: 'Certificates', names: ['_acme-challenge'], types: ['TXT'], mayTransfer: false },
  ])
  const dialog = page.find('[role=dialog]').textContent
  const commands = ['secret "c2VjcmV0"', 'nsupdate -k zone.key', 'dig @ns1.host.example']
  for (const text of commands) expect(dialog).toContain(text)
})

test('a key is removed after a question', async () => {
  page = await open({ [`DELETE ${api}/keys/dnskey_1`]: null })
  await page.click('[aria-label="Actions for Certificates"]')
  await press('Remove key')
  await press('Remove key')
  expect(sent('DELETE', `${api}/keys/dnskey_1`)).toHaveLength(1)
})

test('members see the servers, and neither keys nor ways to change them', async () => {
  const me = { workspace: { id: 'wsp_1', slug: 'home', name: 'Home', accent: null, logo: null }, csrfToken: 'csrf-1' }
  const user = { id: 'usr_3', email: 'm@example.com', name: 'Mem', isInstanceAdmin: false }
  page = await open({ 'GET /api/auth/me': { ...me, user, role: 'member' } })
  expect(page.text()).toContain('ns1.host.example')
  expect(page.text()).not.toContain('Edit secondary servers')
  expect(page.text()).not.toContain('Keys')
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  page = await mountPage({ plugin, path, answers: dnsAnswers, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
})
