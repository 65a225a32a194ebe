import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { answers, endpoint, hoursAgo } from './fixture.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const secret = `whsec_${'A'.repeat(43)}=`
const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, path, answers: { ...answers, ...more } })
const sent = (method: string, path: string) =>
  page.requests.find((request) => request.method === method && request.path === path)?.body

function press(text: string) {
  const buttons = [...document.querySelectorAll<HTMLElement>('button, [role=menuitem], [role=checkbox], label')]
  const found = buttons.findLast((button) => button.textContent?.trim() === text)
  if (found === undefined) throw new Error(`Nothing says "${text}".`)
  return page.act(() => found.click())
}

const submit = () => page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())

test('an endpoint shows its address, its events and its success rate', async () => {
  page = await open('/webhooks')
  for (const text of [
    'Billing',
    'https://billing.example/hooks',
    'All events',
    '99.5%',
    'of 1,000 attempts',
    'Enabled',
  ]) {
    expect(page.text()).toContain(text)
  }
})

test('without endpoints the page explains them', async () => {
  page = await open('/webhooks', { 'GET /api/webhooks': { items: [], nextCursor: null } })
  expect(page.text()).toContain('No webhook endpoints yet')
  expect(page.find('a[href*="/help/webhooks"]')).toBeTruthy()
})

test.each([
  ['/webhooks', 'GET /api/webhooks'],
  ['/webhooks/events', 'GET /api/webhooks/events'],
] as const)('a failure of the list on %s stands in the list, and the page stays', async (path, call) => {
  page = await open(path, { [call]: problem(400, 'invalid_input') })
  expect(page.find('main h1').textContent).not.toBe('')
  expect(page.find('main [role=alert]').textContent).toContain('Title of invalid_input')
})

test('a new endpoint gets the events picked by noun or by name, and its secret is shown once', async () => {
  page = await open('/webhooks', { 'POST /api/webhooks': { endpoint, secret } })
  await press('Add endpoint')
  await page.fill('[role=dialog] [name=url]', 'https://new.example/hook')
  const choose = (text: string) => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=checkbox]')]
    const found = boxes.find(({ labels }) => labels?.[0]?.textContent?.startsWith(text))
    return page.act(() => found?.click())
  }
  await choose('All events')
  await choose('order.paid')
  await choose('note.*')
  await submit()
  expect(sent('POST', '/api/webhooks')).toEqual({
    url: 'https://new.example/hook',
    events: ['order.paid', 'note.*'],
    concurrency: 4,
    ratePerMinute: null,
  })
  expect(page.find('[role=dialog]').textContent).toContain(secret)
})

test('a new endpoint gets a test event from the dialog of its secret, and its delivery opens', async () => {
  page = await open('/webhooks?add=1', {
    'POST /api/webhooks': { endpoint, secret },
    'POST /api/webhooks/whe_1/test': { deliveryId: 'msg_1' },
  })
  await page.fill('[role=dialog] [name=url]', 'https://new.example/hook')
  await submit()
  await press('Send test event')
  expect(sent('POST', '/api/webhooks/whe_1/test')).toEqual({})
  expect(page.find('aside').textContent).toContain('msg_1')
})

test('a delivery links to its event, and an event to its deliveries', async () => {
  page = await open('/webhooks/whe_1?open=msg_1')
  const toEvent = page.find<HTMLAnchorElement>('aside a[href*="/webhooks/events?open="]')
  await page.act(() => toEvent.click())
  expect(page.find('aside a[href*="/webhooks/whe_1?event="]')).toBeTruthy()
})

test('a refused address stands at its field', async () => {
  const refusal = problem(400, 'destination_not_allowed', {
    errors: [{ path: 'url', message: 'Destination not allowed.' }],
  })
  page = await open('/webhooks', { 'POST /api/webhooks': refusal })
  await press('Add endpoint')
  await page.fill('[role=dialog] [name=url]', 'https://inside.example/')
  await submit()
  expect(page.find('[role=dialog]').textContent).toContain('Destination not allowed.')
})

test('a delivery shows its message, each attempt and its answer, and is sent again', async () => {
  page = await open('/webhooks/whe_1?open=msg_1', { 'POST /api/webhooks/whe_1/replay': { jobId: null } })
  for (const text of ['"noteId": "nte_1"', 'Busy, come back later', 'Only a 2xx response', '15 seconds', 'msg_1']) {
    expect(page.text()).toContain(text)
  }
  await press('Resend')
  expect(sent('POST', '/api/webhooks/whe_1/replay')).toEqual({ deliveryId: 'msg_1' })
})

test('deliveries are narrowed down by state and event', async () => {
  page = await open('/webhooks/whe_1?state=failed&event=note.created')
  const asked = page.requests.filter(({ path }) => path.includes('deliveries'))
  expect(asked.map(({ query }) => query.toString())).toContain('state=failed&event=note.created')
})

test('a replay of many shows how far it is', async () => {
  const job = { id: 'job_1', plugin: 'webhooks', name: 'replay', state: 'running', progress: 0.4, note: '1,200' }
  const started = { error: null, startedBy: 'usr_1', createdAt: hoursAgo(1), finishedAt: null }
  page = await open('/webhooks/whe_1', {
    'POST /api/webhooks/whe_1/replay': { jobId: 'job_1' },
    'GET /api/jobs/job_1': { ...job, ...started },
  })
  await page.click('[aria-label="More actions"]')
  await press('Replay since…')
  await press('Replay')
  expect(sent('POST', '/api/webhooks/whe_1/replay')).toMatchObject({ only: 'failed' })
  expect(page.find('[role=progressbar]').getAttribute('aria-valuenow')).toBe('40')
})

test('one that was disabled by itself says why, and is enabled in one press', async () => {
  const disabled = { ...endpoint, isEnabled: false, disabledReason: 'failing', disabledAt: hoursAgo(3) }
  page = await open('/webhooks/whe_1', { 'GET /api/webhooks/whe_1': disabled, 'PATCH /api/webhooks/whe_1': endpoint })
  expect(page.text()).toContain('Disabled after five days')
  await press('Enable')
  expect(sent('PATCH', '/api/webhooks/whe_1')).toEqual({ isEnabled: true })
})

test('an event shows its data as a table, an example and how to verify it', async () => {
  page = await open('/webhooks/events?open=note.created')
  for (const text of ['noteId', 'tags[].name', 'optional', '"type": "note.created"', 'new Webhook(', 'Off']) {
    expect(page.text()).toContain(text)
  }
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const path of ['/webhooks', '/webhooks/whe_1?open=msg_1', '/webhooks/events?open=note.created'] as const) {
    page = await mountPage({ plugin, path, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
