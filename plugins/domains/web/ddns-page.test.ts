import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { ddnsTokens, newDdnsToken } from './fixture-ddns.ts'
import { dnsAnswers } from './fixture-dns.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const tokens = '/api/x/domains/ddns-tokens'
const answers = { ...dnsAnswers, [`GET ${tokens}`]: { items: ddnsTokens, nextCursor: null } }
const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, path, answers: { ...answers, ...more } })
const sent = (method: string, path: string) =>
  page.requests.filter((request) => request.method === method && request.path === path).map(({ body }) => body)
const submit = () => page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())

function press(text: string) {
  const all = [...document.querySelectorAll<HTMLElement>('button, [role=menuitem], [role=tab]')]
  const found = all.findLast((each) => each.textContent?.trim() === text)
  if (found === undefined) throw new Error(`Nothing says "${text}".`)
  return page.act(() => found.click())
}

test('each token is shown with its names and its last update, and why one failed', async () => {
  page = await open('/domains/ddns')
  for (const text of [
    'Router at home',
    'dyn_mfrg…',
    'home.bücher.example',
    'and 1 more',
    '198.51.100.7, 2001:db8:1:2::10',
    'Updated',
    'Failed',
    'A prefix needs an AAAA record with the host part.',
    'Unused',
  ]) {
    expect(page.text()).toContain(text)
  }
})

test('a token is created for the names that were typed, and shown once with the setup of each client', async () => {
  page = await open('/domains/ddns?add=1', { [`POST ${tokens}`]: newDdnsToken })
  await page.fill('[role=dialog] [name=name]', 'Router at home')
  await page.fill('[role=dialog] [name=names]', 'home\nnas, cam')
  await submit()
  const input = { name: 'Router at home', zoneId: 'zone_1', names: ['home', 'nas', 'cam'], types: ['A', 'AAAA'] }
  expect(sent('POST', tokens)).toEqual([input])
  const { token, names } = newDdnsToken
  expect(page.find('[role=dialog]').textContent).toContain(token)
  for (const client of ['ddclient', 'inadyn', 'FRITZ!Box', 'OpenWrt', 'UniFi', 'curl']) {
    await press(client)
    const code = page.find('[role=tabpanel]:not([hidden]) pre').textContent
    for (const part of [token, names[0]?.name, location.host]) expect(code, client).toContain(part)
  }
  await press('I saved the token')
  expect(document.body.textContent).not.toContain(token)
})

test('a wrong name says why at its field', async () => {
  const message = 'The name is outside the zone.'
  const refusal = problem(400, 'invalid_input', { errors: [{ path: 'names.1', message }] })
  page = await open('/domains/ddns?add=1', { [`POST ${tokens}`]: refusal })
  await page.fill('[role=dialog] [name=name]', 'Router')
  await page.fill('[role=dialog] [name=names]', 'home\nwww.example.org.')
  await submit()
  expect(page.find('[role=dialog]').textContent).toContain(message)
})

test('without a zone the dialog leads to one, and without tokens the page explains them', async () => {
  const none = { items: [], nextCursor: null }
  page = await open('/domains/ddns?add=1', { 'GET /api/x/domains/zones': none, [`GET ${tokens}`]: none })
  expect(page.find('[role=dialog] a[href$="/domains/zones?add=1"]')).toBeTruthy()
  expect(page.text()).toContain('No tokens yet')
})

test('a token is revoked after a question', async () => {
  page = await open('/domains/ddns', { [`DELETE ${tokens}/ddns_2`]: undefined })
  await page.click('[aria-label="Actions for Office"]')
  await press('Revoke token')
  expect(page.find('[role=alertdialog], [role=dialog]').textContent).toContain('The records stay.')
  await press('Revoke token')
  expect(sent('DELETE', `${tokens}/ddns_2`)).toHaveLength(1)
})

test.each(variants)('the page and its dialogs are accessible in $theme and $language', async (variant) => {
  for (const path of ['/domains/ddns', '/domains/ddns?add=1'] as const) {
    page = await mountPage({ plugin, path, answers: { ...answers, [`POST ${tokens}`]: newDdnsToken }, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    if (path !== '/domains/ddns') {
      await page.fill('[role=dialog] [name=name]', 'Router')
      await page.fill('[role=dialog] [name=names]', 'home')
      await submit()
      expect(page.find('[role=dialog]').textContent).toContain(newDdnsToken.token)
      expect(await accessibilityProblems(page)).toEqual([])
    }
    await page.unmount()
  }
})
