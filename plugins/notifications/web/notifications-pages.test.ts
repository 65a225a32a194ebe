import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createElement } from 'react'
import { defineUIPlugin, lazyPage, Widgets } from '@host/plugin-sdk'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { ChannelEntry } from '../shared/channels.ts'
import type { NotificationEntry } from '../shared/inbox.ts'
import type { ShownPreferences } from '../shared/preferences.ts'
import { plugin } from './index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const notification: NotificationEntry = {
  id: 'ntc_2',
  title: 'The disk is full',
  body: 'Of the server in the cellar.',
  path: '/disks',
  workspace: { id: 'wsp_1', slug: 'home', name: 'Home' },
  category: { key: 'disks.full', title: 'Full disks' },
  isUrgent: true,
  actions: [],
  subject: null,
  outcome: null,
  isRead: false,
  isArchived: false,
  at: new Date(Date.now() - 300_000).toISOString(),
}
const elsewhere: NotificationEntry = {
  ...notification,
  id: 'ntc_1',
  title: 'An export is ready',
  isRead: true,
  isUrgent: false,
  workspace: { id: 'wsp_2', slug: 'studio', name: 'Studio' },
}
const channel: ChannelEntry = {
  id: 'nch_1',
  kind: 'telegram',
  name: 'My phone',
  fields: { botToken: '••••••••', chatId: '1' },
  state: 'unproven',
  error: null,
  createdAt: notification.at,
}
const kinds = [
  {
    id: 'telegram',
    title: 'Telegram',
    icon: 'send',
    fields: {
      type: 'object',
      properties: { botToken: { type: 'string' }, chatId: { type: 'string' } },
      required: ['botToken', 'chatId'],
    },
    secrets: ['botToken'],
  },
]
const preferences: ShownPreferences = {
  timeZone: 'Europe/Berlin',
  quietHours: null,
  digest: { every: 'never', hour: 8, weekday: 1 },
  mail: 'ada@example.com',
  categories: [
    { key: 'disks.full', title: 'Full disks', plugin: 'Disks', isUrgent: true, inbox: true, channels: ['mail'] },
    { key: 'exports.ready', title: 'Exports', plugin: 'Exports', isUrgent: false, inbox: true, channels: [] },
  ],
}
const unread = (count: number) => ({ count, isMore: false })
const filled = {
  'GET /api/notifications': { items: [notification, elsewhere], nextCursor: null },
  'GET /api/notifications/unread': unread(1),
  'GET /api/notifications/ntc_1': elsewhere,
  'GET /api/notifications/ntc_2': notification,
  'GET /api/notifications/preferences': preferences,
  'GET /api/notifications/channels': { items: [channel], nextCursor: null, kinds },
  'POST /api/notifications/read': unread(0),
  'POST /api/notifications/archive': unread(0),
}
const empty = {
  ...filled,
  'GET /api/notifications': { items: [], nextCursor: null },
  'GET /api/notifications/unread': unread(0),
}
const settingsPath = '/settings/notification-settings' as const

/** A page that holds the bar of the frame, with the bell in it. */
const framed = defineUIPlugin({
  ...plugin,
  routes: [
    ...(plugin.routes ?? []),
    {
      path: '/bar',
      Component: lazyPage(async () => ({ default: () => createElement(Widgets, { slot: 'frame.bar' }) })),
    },
  ],
})
const openBar = (more: object = {}) => mountPage({ plugin: framed, path: '/bar', answers: filled, ...more })

const sent = (method: string, path: string) =>
  page?.requests.filter((request) => request.method === method && request.path === path).map(({ body }) => body)

/** Presses the button that reads so. */
async function press(name: string): Promise<void> {
  const found = [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')].findLast(
    ({ textContent }) => textContent === name,
  )
  if (found === undefined) throw new Error(`There is no button "${name}".`)
  await page?.act(() => found.click())
}

describe('the bell', () => {
  // Here it is there at once, so that nothing but answers is left to wait for.
  beforeAll(() => import('./LatestNotifications.tsx'))
  const bell = () => page?.find<HTMLButtonElement>('button[aria-label^="Notifications"]')

  test('says how much is unread, and opens the latest, each a link to its page', async () => {
    page = await openBar()
    expect(bell()?.getAttribute('aria-label')).toBe('Notifications, 1 unread')
    expect(bell()?.getAttribute('aria-haspopup')).toBe('dialog')
    await page.act(() => bell()?.click())
    const links = [...document.querySelectorAll<HTMLAnchorElement>('[role=dialog] li a')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/admin/@home/disks', '/admin/@studio/disks'])
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('Studio')
  })

  test('all that was seen is marked as read, up to the newest that is shown', async () => {
    page = await openBar()
    await page.act(() => bell()?.click())
    await press('Mark all as read')
    expect(sent('POST', '/api/notifications/read')).toEqual([{ all: true, upTo: 'ntc_2' }])
  })

  test('new notifications are announced to screen readers, initial ones and decreases are not', async () => {
    let count = 1
    page = await openBar({ answers: { ...filled, 'GET /api/notifications/unread': () => unread(count) } })
    const said = () => document.querySelector('output')?.textContent
    expect(said()).toBe('')
    count = 3
    await page.changeElsewhere('/api/notifications')
    expect(said()).toBe('3 unread notifications')
    count = 0
    await page.changeElsewhere('/api/notifications')
    expect(said()).toBe('')
    expect(bell()?.getAttribute('aria-label')).toBe('Notifications')
  })
})

describe('the inbox', () => {
  test('lists notifications, with filters in the address', async () => {
    page = await mountPage({ plugin, path: '/notifications?state=unread', answers: filled })
    expect(page.text()).toContain('The disk is full')
    expect(page.requests.findLast(({ path }) => path === '/api/notifications')?.query.get('state')).toBe('unread')
  })

  test('a notification that is opened is read, and one of another workspace offers to go there', async () => {
    page = await mountPage({ plugin, path: '/notifications?open=ntc_2', answers: filled })
    expect(sent('POST', '/api/notifications/read')).toEqual([{ ids: ['ntc_2'], isRead: true }])
    expect(page.find('aside a[href="/admin/@home/disks"]').textContent).toBe('Open')
    await page.unmount()
    page = await mountPage({ plugin, path: '/notifications?open=ntc_1', answers: filled })
    expect(page.find('aside').textContent).toContain('Open in Studio')
    expect(sent('POST', '/api/notifications/read')).toEqual([])
  })

  const asking: NotificationEntry = {
    ...notification,
    actions: [
      { label: 'Approve', path: '/api/x/disks/requests/req_1/approve', kind: 'primary', opensPage: false },
      { label: 'Refuse', path: '/api/x/disks/requests/req_1/refuse', kind: 'danger', opensPage: false },
    ],
  }
  const buttons = () =>
    [...document.querySelectorAll('aside [role=group] button')].map(({ textContent }) => textContent)

  test('§A46 a question is decided in place, once, and shows the decision', async () => {
    let now: NotificationEntry = asking
    const answers = {
      ...filled,
      'GET /api/notifications/ntc_2': () => now,
      'POST /api/x/disks/requests/req_1/approve': undefined,
    }
    page = await mountPage({ plugin, path: '/notifications?open=ntc_2', answers })
    expect(buttons()).toEqual(['Approve', 'Refuse'])
    await press('Approve')
    await press('Approve')
    expect(sent('POST', '/api/x/disks/requests/req_1/approve')).toEqual([{}])
    const post = page.requests.find(({ path }) => path.endsWith('/approve'))
    expect(post?.headers.get('x-csrf-token')).toBe('csrf-1')
    now = { ...asking, actions: [], outcome: 'Approved by Grace' }
    await page.changeElsewhere('/api/notifications')
    expect(buttons()).toEqual([])
    expect(page.find('aside').textContent).toContain('Decision: Approved by Grace')
  })

  test('a decision names its records, and one that needs a confirmation links to its page', async () => {
    const subject = '/api/x/disks/requests/req_1/subject'
    const [approve, refuse] = asking.actions
    const destroying = { ...asking, subject, actions: [{ ...approve, opensPage: true }, refuse] }
    const records = [
      { id: 'usr_9', name: 'Grace Hopper', detail: 'grace@example.com' },
      { id: 'dsk_1', name: null, detail: null },
    ]
    page = await mountPage({
      plugin,
      path: '/notifications?open=ntc_2',
      answers: {
        ...filled,
        'GET /api/notifications/ntc_2': destroying,
        [`GET ${subject}`]: { isDestructive: true, records },
      },
    })
    const shown = page.find('aside').textContent
    for (const part of ['Destroys', 'Grace Hopper', 'grace@example.com', 'dsk_1: deleted or not in this workspace']) {
      expect(shown).toContain(part)
    }
    expect(buttons()).toEqual(['Refuse'])
    expect(page.find('aside [role=group] a').getAttribute('href')).toBe('/admin/@home/disks')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
    page = await mountPage({
      plugin,
      path: '/notifications?open=ntc_2',
      answers: {
        ...filled,
        'GET /api/notifications/ntc_2': { ...asking, subject },
        [`GET ${subject}`]: problem(403, 'forbidden'),
      },
    })
    expect(buttons()).toEqual(['Approve', 'Refuse'])
  })

  test('a decision that is refused says why, and one of another workspace has no buttons', async () => {
    const refused = problem(409, 'conflict', { detail: 'It is decided already.' })
    const answers = {
      ...filled,
      'GET /api/notifications/ntc_2': asking,
      'GET /api/notifications/ntc_1': { ...asking, id: 'ntc_1', workspace: elsewhere.workspace },
      'POST /api/x/disks/requests/req_1/refuse': refused,
    }
    page = await mountPage({ plugin, path: '/notifications?open=ntc_2', answers })
    await press('Refuse')
    expect(page.find('aside').textContent).toContain('It is decided already.')
    await page.unmount()
    page = await mountPage({ plugin, path: '/notifications?open=ntc_1', answers })
    expect(buttons()).toEqual([])
  })

  test('an empty inbox says so', async () => {
    page = await mountPage({ plugin, path: '/notifications', answers: empty })
    expect(page.text()).toContain('No notifications')
  })
})

describe('the settings', () => {
  const box = (label: string) => {
    const found = [...document.querySelectorAll<HTMLElement>('[role=checkbox], input[type=checkbox]')].find(
      (each) => (each.getAttribute('aria-label') ?? each.closest('label')?.textContent ?? labelled(each)) === label,
    )
    if (found === undefined) throw new Error(`There is no box "${label}".`)
    return found
  }
  const labelled = (each: HTMLElement) =>
    document.getElementById(each.getAttribute('aria-labelledby') ?? '')?.textContent ??
    document.querySelector(`label[for="${each.id}"]`)?.textContent

  test("choices are sent when they are saved, with the device's time zone for a user without one", async () => {
    page = await mountPage({
      plugin,
      path: settingsPath,
      answers: { ...filled, 'PUT /api/notifications/preferences': preferences },
    })
    await page.act(() => box('Exports: Email').click())
    await page.act(() => box('Exports: My phone').click())
    await press('Save changes')
    const [body] = sent('PUT', '/api/notifications/preferences') as [Record<string, unknown>]
    expect(body['choices']).toEqual([
      { category: 'disks.full', inbox: true, channels: ['mail'] },
      { category: 'exports.ready', inbox: true, channels: ['mail', 'nch_1'] },
    ])
    expect(body['timeZone']).toBe('Europe/Berlin')
  })

  test('urgent notifications stay in the inbox', async () => {
    page = await mountPage({ plugin, path: settingsPath, answers: filled })
    expect(
      box('Full disks: Inbox').getAttribute('aria-disabled') ?? box('Full disks: Inbox').hasAttribute('disabled'),
    ).toBeTruthy()
  })

  test('a test message reports whether it arrived', async () => {
    const lost = { ...channel, error: 'The bot can’t write to this chat.' }
    page = await mountPage({
      plugin,
      path: settingsPath,
      answers: { ...filled, 'POST /api/notifications/channels/nch_1/test': lost },
    })
    await page.click('[aria-label="Actions for My phone"]')
    await press('Send test')
    expect(document.body.textContent).toContain('failed')
    expect(document.body.textContent).toContain('can’t write to this chat')
  })

  test('a channel is created, and refusals of the server are shown at their fields', async () => {
    const refused = problem(422, 'invalid_input', { errors: [{ path: 'fields.chatId', message: 'Copy it again.' }] })
    page = await mountPage({
      plugin,
      path: settingsPath,
      answers: { ...filled, 'POST /api/notifications/channels': refused },
    })
    await press('Add channel')
    await page.fill('[name=botToken]', '1:secret')
    await page.fill('[name=chatId]', 'x')
    await press('Save')
    expect(sent('POST', '/api/notifications/channels')).toEqual([
      { kind: 'telegram', name: 'Telegram', fields: { botToken: '1:secret', chatId: 'x' } },
    ])
    expect(page.find('[name=chatId]').getAttribute('aria-invalid')).toBe('true')
    expect(page.find('[name=botToken]').getAttribute('type')).toBe('password')
  })
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const [answers, path] of [
    [filled, '/notifications'],
    [filled, '/notifications?open=ntc_2'],
    [empty, '/notifications'],
    [filled, settingsPath],
  ] as const) {
    page = await mountPage({ plugin, path, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
  page = await openBar(variant)
  await page.act(() => page?.find('main button').click())
  expect(await accessibilityProblems({ container: document.body })).toEqual([])
})
