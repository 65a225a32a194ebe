import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { change, dnsAnswers, drift, planned, recordCheck, records, zoneDetails } from './fixture-dns.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const zones = '/api/x/domains/zones'
const one = `${zones}/zone_1`
const mail = 'xn--bcher-kva.example MX'
const member = { user: { id: 'usr_3', email: 'm@example.com', name: 'Mem', isInstanceAdmin: false }, role: 'member' }

const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, path, answers: { ...dnsAnswers, ...more } })
const sent = (path: string) =>
  page.requests.filter((request) => request.method === 'POST' && request.path === path).map(({ body }) => body)
const submit = (form = '[role=dialog] form') => page.act(() => page.find<HTMLFormElement>(form).requestSubmit())
const pending = () => document.querySelector('ul[aria-label="Pending changes"]')?.textContent ?? ''

function asMember() {
  const me = { workspace: { id: 'wsp_1', slug: 'home', name: 'Home', accent: null, logo: null }, csrfToken: 'csrf-1' }
  return { 'GET /api/auth/me': { ...me, ...member } }
}

function press(text: string) {
  const buttons = [...document.querySelectorAll<HTMLElement>('button, [role=menuitem], [role=option]')]
  const found = buttons.findLast((button) => button.textContent?.trim() === text)
  if (found === undefined) throw new Error(`Nothing says "${text}"; the page reads: ${page.text()}`)
  return page.act(() => found.click())
}

test('the list shows each zone with its account, and why one can’t be read', async () => {
  page = await open('/domains/zones')
  for (const text of ['bücher.example', 'xn--bcher-kva.example', 'Main servers', 'Up to date', 'Account refused']) {
    expect(page.text()).toContain(text)
  }
})

test('a zone is added from those that the account offers', async () => {
  page = await open('/domains/zones?add=dnsacc_1', { [`POST ${zones}`]: zoneDetails })
  await page.act(() =>
    page.find('[role=dialog] [aria-label="Open list"], [role=dialog] [role=combobox] ~ button').click(),
  )
  expect(document.body.textContent).toContain('1 zone is here already')
  await press('acme.example')
  await submit()
  expect(sent(zones)).toEqual([{ accountId: 'dnsacc_1', name: 'acme.example' }])
})

test('members see zones, and can neither add nor remove them', async () => {
  page = await open('/domains/zones?add=1', asMember())
  expect(page.text()).not.toContain('Add zone')
  expect(document.querySelector('[role=dialog]')).toBeNull()
  await page.unmount()
  page = await open('/domains/zones/zone_1', asMember())
  await page.click('[aria-label="More actions"]')
  expect(document.body.textContent).not.toContain('Remove zone')
  expect(document.body.textContent).toContain('Import zone file')
})

test('records show their values, their owner and a tool outside', async () => {
  page = await open('/domains/zones/zone_1')
  for (const text of ['10 mx1.mail.example.', 'Mail provider', 'links', 'external-dns', '1 hour']) {
    expect(page.text()).toContain(text)
  }
})

test('a record set of a tool outside is read-only until it is taken over, which members can’t', async () => {
  const api = 'api.xn--bcher-kva.example A'
  page = await open('/domains/zones/zone_1', { [`POST ${one}/takeover`]: null })
  expect(document.querySelector(`[aria-label="Delete ${api}"]`)).toBeNull()
  await page.act(() => page.find(`[data-row="${api}"]`).click())
  expect(document.querySelector('aside form')).toBeNull()
  expect(page.text()).toContain('Read-only here. Take it over to edit it in this workspace.')
  await press('Take over')
  expect(sent(`${one}/takeover`)).toEqual([{ name: 'api.xn--bcher-kva.example.', type: 'A' }])
  await page.unmount()
  page = await open(`/domains/zones/zone_1?open=${encodeURIComponent(api)}`, asMember())
  expect(page.text()).toContain('Read-only here. An admin can take it over.')
  expect(page.text()).not.toContain('Take over')
})

test('a record set that was taken over is edited like others, and is handed back', async () => {
  const api = 'api.xn--bcher-kva.example A'
  const by = { id: 'usr_1', name: 'Ada' }
  const items = records.map((set) =>
    set.foreignOwner === null ? set : { ...set, takeover: { by, at: change.createdAt } },
  )
  page = await open(`/domains/zones/zone_1?open=${encodeURIComponent(api)}`, {
    [`GET ${one}/records`]: { items, nextCursor: null },
    [`POST ${one}/hand-back`]: null,
  })
  expect(page.text()).toContain('Taken over by Ada')
  expect(document.querySelector('aside form')).not.toBeNull()
  await press('Hand back')
  expect(sent(`${one}/hand-back`)).toEqual([{ name: 'api.xn--bcher-kva.example.', type: 'A' }])
})

test('records are searched and narrowed down by type', async () => {
  page = await open('/domains/zones/zone_1?q=mx&type=MX')
  const asked = page.requests.filter(({ path }) => path === `${one}/records`)
  expect(asked.map(({ query }) => query.toString())).toContain('q=mx&type=MX')
})

test('edits wait beside the records until they are planned together', async () => {
  page = await open('/domains/zones/zone_1', { [`POST ${one}/plan`]: planned })
  await deleteRow('www.xn--bcher-kva.example A')
  await page.act(() => page.find(`[data-row="${mail}"]`).click())
  await page.fill('[aria-label="Value 2"]', '30 mx3.mail.example.')
  await submit('aside form')
  expect(pending()).toContain('30 mx3.mail.example.')
  expect(sent(`${one}/plan`)).toEqual([])
  await page.fill('[name=note]', 'New backup server')
  await press('Review changes')
  expect(sent(`${one}/plan`)).toEqual([
    {
      note: 'New backup server',
      set: [
        {
          name: 'xn--bcher-kva.example.',
          type: 'MX',
          ttl: 3_600,
          data: ['10 mx1.mail.example.', '30 mx3.mail.example.'],
          comment: 'Mail provider',
          isProxied: false,
        },
      ],
      delete: [{ name: 'www.xn--bcher-kva.example.', type: 'A' }],
    },
  ])
  expect(location.search).toContain('plan=chg_9')
  expect(page.text()).toContain('192.0.2.2')
})

test('the TTL of a record set is changed in its row', async () => {
  page = await open('/domains/zones/zone_1', { [`POST ${one}/plan`]: planned })
  await page.click('[aria-label="TTL of go.xn--bcher-kva.example CNAME"]')
  await press('1 hour')
  await press('Review changes')
  const key = { name: 'go.xn--bcher-kva.example.', type: 'CNAME' }
  expect(sent(`${one}/plan`)).toMatchObject([{ set: [{ ...key, ttl: 3_600, data: ['links.example.'] }], delete: [] }])
})

test('a record set that becomes proxied leaves its TTL to the provider', async () => {
  page = await open('/domains/zones/zone_1', { [`POST ${one}/plan`]: planned })
  await page.click('[aria-label="TTL of go.xn--bcher-kva.example CNAME"]')
  await press('1 hour')
  await page.click('[aria-label="Proxy go.xn--bcher-kva.example CNAME"]')
  expect(page.find('[aria-label="TTL of go.xn--bcher-kva.example CNAME"]').hasAttribute('data-disabled')).toBe(true)
  await press('Review changes')
  expect(sent(`${one}/plan`)).toMatchObject([{ set: [{ ttl: 300, isProxied: true }] }])
})

test('a change that is undone waits no longer', async () => {
  page = await open('/domains/zones/zone_1')
  await deleteRow('www.xn--bcher-kva.example A')
  expect(page.text()).toContain('1 pending change')
  await page.click('[aria-label="Undo www.xn--bcher-kva.example A"]')
  expect(page.text()).not.toContain('pending change')
})

test('an edit that changes nothing adds no change', async () => {
  page = await open(`/domains/zones/zone_1?open=${encodeURIComponent(mail)}`)
  await submit('aside form')
  expect(page.text()).not.toContain('pending change')
})

test('the server’s complaint stands at its row, and at its field in the editor', async () => {
  const errors = [{ path: 'set.0.data.1', message: 'Enter a whole name.' }]
  page = await open(`/domains/zones/zone_1?open=${encodeURIComponent(mail)}`, {
    [`POST ${one}/plan`]: problem(400, 'invalid_input', { errors }),
  })
  await page.fill('[aria-label="Value 2"]', '20 mx3')
  await submit('aside form')
  await press('Review changes')
  expect(pending()).toContain('Enter a whole name.')
  await page.click(`[aria-label="Edit ${mail}"]`)
  expect(page.find<HTMLInputElement>('aside [aria-invalid=true]').value).toBe('20 mx3')
  expect(page.find('aside').textContent).toContain('Enter a whole name.')
})

test('a new record set is refused where one with its name and type is there', async () => {
  page = await open('/domains/zones/zone_1?open=new:1')
  await page.fill('aside [name=name]', 'www')
  await page.fill('[aria-label="Value 1"]', '192.0.2.9')
  await submit('aside form')
  const asked = page.requests.filter(({ query }) => query.get('name') === 'www.xn--bcher-kva.example')
  expect(asked.map(({ query }) => query.get('type'))).toEqual(['A'])
  expect(page.find('aside').textContent).toContain('This name already has A records')
})

test('a new record set waits with the others', async () => {
  const none = ({ query }: { query: URLSearchParams }) => ({
    items: query.has('name') ? [] : records,
    nextCursor: null,
  })
  page = await open('/domains/zones/zone_1?open=new:1', { [`GET ${one}/records`]: none, [`POST ${one}/plan`]: planned })
  await submit('aside form')
  expect(page.find('aside').textContent).toContain('Enter a value.')
  await page.fill('aside [name=name]', 'blog')
  await page.fill('[aria-label="Value 1"]', '192.0.2.9')
  await submit('aside form')
  await press('Review changes')
  expect(sent(`${one}/plan`)).toMatchObject([
    { set: [{ name: 'blog', type: 'A', ttl: 300, data: ['192.0.2.9'] }], delete: [] },
  ])
})

test('a record set is checked at each name server, and shows what it answers', async () => {
  page = await open(`/domains/zones/zone_1?open=${encodeURIComponent(mail)}`, { [`POST ${one}/check`]: recordCheck })
  expect(sent(`${one}/check`)).toEqual([])
  await press('Check')
  expect(sent(`${one}/check`)).toEqual([{ name: 'xn--bcher-kva.example.', type: 'MX' }])
  const result = page.find('aside [role=status]').textContent
  for (const text of ['Servers disagree', 'ns1.dns.example', '192.0.2.2', '10 old.mail.example.', 'isn’t public']) {
    expect(result?.replaceAll("'", '’')).toContain(text)
  }
  expect(await accessibilityProblems(page)).toEqual([])
})

test.each([
  { outcome: 'propagating', part: { cachedFor: 290 }, text: 'up to 5 minutes' },
  {
    outcome: 'lookup_failed',
    part: { problem: 'resolver', servers: [] },
    text: 'No name server of this domain answers',
  },
] as const)('a check that ends $outcome says why', async ({ outcome, part, text }) => {
  page = await open(`/domains/zones/zone_1?open=${encodeURIComponent(mail)}`, {
    [`POST ${one}/check`]: { ...recordCheck, outcome, ...part },
  })
  await press('Check')
  expect(page.find('aside [role=status]').textContent).toContain(text)
})

test('a check that fails leaves no earlier result, and a new record set has none to check', async () => {
  const results = [recordCheck, problem(429, 'too_many_requests')]
  page = await open(`/domains/zones/zone_1?open=${encodeURIComponent(mail)}`, {
    [`POST ${one}/check`]: () => results.shift(),
  })
  await press('Check')
  expect(page.find('aside [role=status]').textContent).not.toBe('')
  await press('Check')
  expect(page.find('aside [role=status]').textContent).toBe('')
  await page.unmount()
  page = await open('/domains/zones/zone_1?open=new:1')
  expect(document.querySelector('aside [role=status]')).toBeNull()
})

test('several record sets are deleted at once', async () => {
  page = await open('/domains/zones/zone_1')
  for (const { name, type } of records.slice(0, 2)) {
    const box = [...document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')].find((each) =>
      each.labels?.[0]?.textContent?.includes(`${name} ${type}`),
    )
    await page.act(() => box?.click())
  }
  await press('Delete')
  expect(page.text()).toContain('2 pending changes')
})

test('comment and proxy are offered only where the provider has them', async () => {
  const capabilities = { ...zoneDetails.capabilities, hasComments: false, hasProxy: false }
  const www = encodeURIComponent('www.xn--bcher-kva.example A')
  page = await open(`/domains/zones/zone_1?open=${www}`)
  expect(page.find('aside').textContent).toContain('Comment')
  expect(page.find('aside').textContent).toContain('Proxied')
  await page.unmount()
  const plain = {
    [`GET ${one}`]: { ...zoneDetails, capabilities },
    [`GET ${one}/records`]: { items: [], nextCursor: null },
    [`POST ${one}/plan`]: planned,
  }
  page = await open('/domains/zones/zone_1?open=new:1', plain)
  expect(page.find('aside').textContent).not.toContain('Comment')
  expect(page.find('aside').textContent).not.toContain('Proxied')
  await page.fill('aside [name=name]', '@')
  await page.fill('[aria-label="Value 1"]', '192.0.2.9')
  await submit('aside form')
  await press('Review changes')
  expect(sent(`${one}/plan`)).toEqual([{ set: [{ name: '@', type: 'A', ttl: 300, data: ['192.0.2.9'] }], delete: [] }])
})

test('a member’s changes become a plan that an admin applies', async () => {
  page = await open('/domains/zones/zone_1', { ...asMember(), [`POST ${one}/plan`]: planned })
  await deleteRow('www.xn--bcher-kva.example A')
  expect(page.text()).toContain('until an admin applies')
  await press('Review changes')
  expect(page.text()).not.toContain('Approve and apply')
  expect(page.text()).toContain('admin')
})

test('an expired plan of this page is planned again with its changes', async () => {
  const expired = { ...(dnsAnswers['GET /api/changesets/chg_9'] as object), state: 'expired' }
  page = await open('/domains/zones/zone_1', { [`POST ${one}/plan`]: planned, 'GET /api/changesets/chg_9': expired })
  await deleteRow('www.xn--bcher-kva.example A')
  await press('Review changes')
  await press('Plan again')
  expect(sent(`${one}/plan`).length).toBe(2)
  expect(sent(`${one}/plan`)[1]).toEqual(sent(`${one}/plan`)[0])
})

test('the problems of a zone file are listed with line and column', async () => {
  const problems = [{ line: 3, column: 14, message: 'Not an IPv4 address.' }]
  page = await open('/domains/zones/zone_1', {
    [`POST ${one}/import`]: { changeset: null, problems, hasMoreProblems: false },
  })
  await page.click('[aria-label="More actions"]')
  await press('Import zone file')
  await page.fill('[role=dialog] [name=text]', 'www IN A 999')
  await submit()
  expect(sent(`${one}/import`)).toEqual([{ text: 'www IN A 999', mode: 'merge' }])
  expect(page.find('[role=dialog]').textContent).toContain('3:14')
  expect(page.find('[role=dialog]').textContent).toContain('Not an IPv4 address.')
})

test('an import that replaces ends in its plan', async () => {
  page = await open('/domains/zones/zone_1', {
    [`POST ${one}/import`]: { ...planned, problems: [], hasMoreProblems: false },
  })
  await page.click('[aria-label="More actions"]')
  await press('Import zone file')
  await page.fill('[role=dialog] [name=text]', 'www IN A 192.0.2.2')
  await page.click('[role=dialog] [role=radiogroup] span:last-child input')
  await submit()
  expect(sent(`${one}/import`)).toEqual([{ text: 'www IN A 192.0.2.2', mode: 'replace' }])
  expect(location.search).toContain('plan=chg_9')
})

test('the mail preset sends what is filled in, and shows a complaint at its server', async () => {
  const errors = [{ path: 'records.exchanges.0.host', message: 'Enter a host name.' }]
  page = await open('/domains/zones/zone_1', { [`POST ${one}/presets`]: problem(400, 'invalid_input', { errors }) })
  await page.click('[aria-label="More actions"]')
  await press('Mail')
  await page.fill('[aria-label="Mail server 1"]', 'mx')
  await page.fill('[role=dialog] [name=senders]', 'include:spf.example.net\n')
  await submit()
  expect(sent(`${one}/presets`)).toEqual([
    {
      records: {
        preset: 'mail',
        exchanges: [{ host: 'mx', priority: 10 }],
        senders: ['include:spf.example.net'],
        dmarc: { policy: 'none' },
      },
    },
  ])
  expect(page.find<HTMLInputElement>('[role=dialog] [aria-invalid=true]').value).toBe('mx')
})

test.each([
  { name: 'Short links', input: { preset: 'links', name: 'go', target: 'links.example.net' }, field: 'target' },
  { name: 'Site verification', input: { preset: 'verification', value: 'site=1' }, field: 'value' },
] as const)('the preset "$name" ends in its plan', async ({ name, input, field }) => {
  page = await open('/domains/zones/zone_1', { [`POST ${one}/presets`]: planned })
  await page.click('[aria-label="More actions"]')
  await press(name)
  await page.fill(`[role=dialog] [name=${field}]`, 'target' in input ? input.target : input.value)
  await submit()
  expect(sent(`${one}/presets`)).toEqual([{ records: input }])
  expect(location.search).toContain('plan=chg_9')
})

test('a change outside is shown with the last change here and its author', async () => {
  const drifted = { ...zoneDetails, driftAt: drift.createdAt, lastDrift: drift }
  page = await open('/domains/zones/zone_1', { [`GET ${one}`]: drifted })
  expect(page.text()).toContain('1 record set changed outside')
  expect(page.text()).toContain(`“${change.title}” by Grace Hopper`)
  expect(page.find('a[href="/admin/domains/zones/zone_1/changes/chg_2"]')).toBeTruthy()
})

test('the zone links to its domains', async () => {
  const domain = { id: 'dom_1', name: 'go.bücher.example', asciiName: 'go.xn--bcher-kva.example', state: 'verified' }
  const other = { ...domain, id: 'dom_2', name: 'nobücher.example', asciiName: 'xn--nobcher-n2a.example' }
  page = await open('/domains/zones/zone_1', { 'GET /api/domains': { items: [domain, other], nextCursor: null } })
  expect(page.find('a[href="/admin/domains/dom_1"]').textContent).toBe('go.bücher.example')
  expect(document.querySelector('a[href="/admin/domains/dom_2"]')).toBeNull()
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const path of [
    '/domains/zones',
    '/domains/zones/zone_1',
    '/domains/zones/zone_1?open=new:1',
    '/domains/zones/zone_1?plan=chg_9',
  ] as const) {
    page = await mountPage({ plugin, path, answers: dnsAnswers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})

/** Deletes a record set by the menu of its row. */
async function deleteRow(name: string): Promise<void> {
  await page.click(`[aria-label="Actions for ${name}"]`)
  const entries = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  await page.act(() => entries.find(({ textContent }) => textContent === `Delete ${name}`)?.click())
}
