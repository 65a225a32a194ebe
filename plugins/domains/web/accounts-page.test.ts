import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { account, dnsAnswers } from './fixture-dns.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const accounts = '/api/x/domains/accounts'
const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, path, answers: { ...dnsAnswers, ...more } })
const sent = (method: string, path: string) =>
  page.requests.filter((request) => request.method === method && request.path === path).map(({ body }) => body)
const submit = () => page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())

function press(text: string) {
  const buttons = [...document.querySelectorAll<HTMLElement>('button, [role=menuitem], [role=option]')]
  const found = buttons.findLast((button) => button.textContent?.trim() === text)
  if (found === undefined) throw new Error(`Nothing says "${text}".`)
  return page.act(() => found.click())
}

async function menu(entry: string) {
  await page.click('[aria-label="Actions for Main servers"]')
  await press(entry)
}

test('the list shows each account with its provider and last test, and what the providers can do', async () => {
  page = await open('/domains/accounts')
  for (const text of [
    'Main servers',
    'Dynamic update (RFC 2136)',
    'Connected',
    'All record types',
    '1 minute to 1 day',
    'Any',
  ]) {
    expect(page.text()).toContain(text)
  }
  expect(page.text()).not.toContain('2147483647')
})

test('without accounts the page explains them', async () => {
  page = await open('/domains/accounts', { [`GET ${accounts}`]: { items: [], nextCursor: null } })
  expect(page.text()).toContain('No DNS accounts yet')
  expect(page.find('a[href*="/help/dns-accounts"]')).toBeTruthy()
})

test('an account is added with the fields of its provider, and a refused field says why', async () => {
  const refusal = problem(400, 'invalid_input', {
    errors: [{ path: 'settings.token', message: 'Fill in this field.' }],
  })
  page = await open('/domains/accounts?add=1', { [`POST ${accounts}`]: refusal })
  await page.fill('[role=dialog] [name=label]', 'Edge')
  await page.fill('[role=dialog] [name=token]', 'secret-1')
  await submit()
  expect(sent('POST', accounts)).toEqual([{ provider: 'cloudflare', label: 'Edge', settings: { token: 'secret-1' } }])
  expect(page.find('[role=dialog]').textContent).toContain('Fill in this field.')
  expect(document.activeElement?.getAttribute('name')).toBe('token')
})

test('a secret stays masked and is sent only when it is typed again', async () => {
  page = await open('/domains/accounts', { [`PATCH ${accounts}/dnsacc_1`]: account })
  await menu('Edit')
  expect(page.find<HTMLInputElement>('[name=secret]').value).toBe('')
  expect(page.find<HTMLInputElement>('[name=secret]').type).toBe('password')
  await page.fill('[role=dialog] [name=server]', 'ns2.example.net')
  await submit()
  await menu('Edit')
  await page.fill('[role=dialog] [name=secret]', 'new-secret')
  await submit()
  expect(sent('PATCH', `${accounts}/dnsacc_1`)).toEqual([
    { label: 'Main servers', settings: { server: 'ns2.example.net' } },
    { label: 'Main servers', settings: { secret: 'new-secret' } },
  ])
})

test('another name alone sends no settings, so that nothing is tested', async () => {
  page = await open('/domains/accounts', { [`PATCH ${accounts}/dnsacc_1`]: account })
  await menu('Edit')
  await page.fill('[role=dialog] [name=label]', 'Old servers')
  await submit()
  expect(sent('PATCH', `${accounts}/dnsacc_1`)).toEqual([{ label: 'Old servers' }])
})

test('a test shows its result, and an account in use names its zones', async () => {
  const inUse = problem(409, 'conflict', { detail: 'Zones use this account: acme.example.' })
  page = await open('/domains/accounts', {
    [`POST ${accounts}/dnsacc_1/test`]: { ...account, state: 'refused' },
    [`DELETE ${accounts}/dnsacc_1`]: inUse,
  })
  await menu('Test')
  expect(document.body.textContent).toContain('The provider refused Main servers')
  await menu('Remove account')
  await press('Remove account')
  expect(page.find('[role=dialog]').textContent).toContain('Zones use this account: acme.example.')
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const path of ['/domains/accounts', '/domains/accounts?add=1'] as const) {
    page = await mountPage({ plugin, path, answers: dnsAnswers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
