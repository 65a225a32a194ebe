import { afterEach, expect, test, vi } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { EmailDetails, ImageSender } from '../../shared.ts'
import { details, email, mailbox } from '../fixture.ts'
import { plugin } from '../index.ts'

const image = document.createElement('img')
/** The frame needs a document that is loaded; it is tested in a browser. */
const safe = vi.hoisted(() => ({ email: undefined as object | undefined }))
vi.mock('../reading/useSafeEmail.ts', () => ({ useSafeEmail: () => ({ email: safe.email, onReady: () => undefined }) }))
vi.mock('../reading/EmailFrame.tsx', () => ({ EmailFrame: () => null }))
safe.email = {
  body: document.createElement('div'),
  css: '',
  remote: new Map([['https://a.example/b.png', [image]]]),
  inline: new Map(),
  hasColors: false,
  isCut: false,
}

const sender: ImageSender = {
  id: 'mailimagesender_1',
  address: 'ada@example.org',
  createdAt: '2026-01-31T08:15:00.000Z',
}
const add = 'POST /api/x/mail/image-senders'

let page: MountedPage
afterEach(() => page?.unmount())

/** Opens an email; `states` are those of its answers, one after the other. */
async function openEmail(states: readonly EmailDetails['remoteImages'][], more: object = {}): Promise<void> {
  let reads = 0
  const read = () => {
    const remoteImages = states[Math.min(reads, states.length - 1)]
    reads += 1
    return { ...details, html: '<img src="https://a.example/b.png">', remoteImages }
  }
  page = await mountPage({
    plugin,
    path: '/mail?open=email_1',
    answers: {
      'GET /api/x/mail/mailboxes': { items: [mailbox], nextCursor: null },
      'GET /api/emails': { items: [email], nextCursor: null },
      'GET /api/emails/email_1': read,
      'GET /api/emails/email_1/conversation': { items: [email], nextCursor: null },
      'GET /api/emails/email_1/images': problem(404, 'not_found'),
      [add]: sender,
      ...more,
    },
  })
}

const loaded = () => page.requests.filter(({ path }) => path === '/api/emails/email_1/images').length
const button = (label: string) =>
  Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent === label)

test('a verified sender is allowed with one press, and its images load', async () => {
  await openEmail(['allowable', 'allowed'])
  expect(loaded()).toBe(0)
  await page.act(() => button('Always for this sender')?.click())
  const calls = page.requests.filter(({ method, path }) => `${method} ${path}` === add)
  expect(calls.map(({ body }) => body)).toEqual([{ emailId: 'email_1' }])
  expect(loaded()).toBe(1)
  expect(button('Show images')).toBeUndefined()
})

test('the choice is not offered for other senders, whose images load once', async () => {
  await openEmail(['blocked'])
  expect(button('Always for this sender')).toBeUndefined()
  expect(loaded()).toBe(0)
  await page.act(() => button('Show images')?.click())
  expect(loaded()).toBe(1)
})

test('images of an allowed sender load without a press', async () => {
  await openEmail(['allowed'])
  expect(loaded()).toBe(1)
  expect(button('Show images')).toBeUndefined()
})

test('a refused choice leaves the images blocked and says why', async () => {
  await openEmail(['allowable'], { [add]: problem(409, 'conflict') })
  await page.act(() => button('Always for this sender')?.click())
  expect(loaded()).toBe(0)
  expect(page.text()).toContain('Title of conflict')
})

test('the list removes a sender, and explains itself when it is empty', async () => {
  let items = [sender]
  page = await mountPage({
    plugin,
    path: '/mail/image-senders',
    answers: {
      'GET /api/x/mail/image-senders': () => ({ items, nextCursor: null }),
      'DELETE /api/x/mail/image-senders/mailimagesender_1': () => {
        items = []
        return undefined
      },
    },
  })
  expect(page.text()).toContain('ada@example.org')
  await page.click('[aria-label="Actions for ada@example.org"]')
  await page.act(() => page.find('[role=menuitem]').click())
  expect(page.text()).toContain('No senders yet')
})

for (const { theme, language } of variants) {
  test(`the list has no barriers (${theme}, ${language})`, async () => {
    const answers = { 'GET /api/x/mail/image-senders': { items: [sender], nextCursor: null } }
    page = await mountPage({ plugin, path: '/mail/image-senders', answers, theme, language })
    expect(await accessibilityProblems(page)).toEqual([])
  })
}
