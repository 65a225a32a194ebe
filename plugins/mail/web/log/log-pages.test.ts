import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, type MountedPage } from '@host/plugin-sdk/testing'
import type { OutgoingDetails, OutgoingMessage, SendAttempt } from '../../shared.ts'
import { plugin } from '../index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const message: OutgoingMessage = {
  id: 'mailout_1',
  mailboxId: 'mailbox_1',
  subject: 'Your invoice',
  from: 'info@example.com',
  to: ['ada@example.org'],
  state: 'done',
  sendAt: '2026-01-31T08:15:00.000Z',
  createdAt: '2026-01-31T08:15:00.000Z',
  recipients: { total: 2, waiting: 0, delivered: 1, failed: 0, unknown: 1 },
}

const details: OutgoingDetails = {
  ...message,
  envelopeFrom: 'info@example.com',
  beganAt: message.sendAt,
  endedAt: message.sendAt,
  emailId: 'email_1',
  canSendAgain: true,
  all: (['delivered', 'unknown'] as const).map((state, at) => ({
    id: `mailrecipient_${at}`,
    address: `${state}@example.org`,
    kind: 'to',
    state,
    attempts: 1,
    nextAt: null,
    reply: state === 'delivered' ? '250 2.0.0 Stored' : '450 4.4.2 The connection was lost',
    settledAt: message.sendAt,
  })),
}

const attempt: SendAttempt = {
  id: 'mailtry_1',
  domain: 'example.org',
  at: message.sendAt,
  via: 'Provider',
  server: 'smtp.example.com [192.0.2.1]:465',
  tls: 'TLSv1.3',
  transcript: '08:15:00.000 < 250 2.0.0 Stored',
  results: [],
}

const answers = {
  'GET /api/x/mail/outgoing': { items: [message], nextCursor: null },
  'GET /api/x/mail/outgoing/mailout_1': details,
  'GET /api/x/mail/outgoing/mailout_1/attempts': { items: [attempt], nextCursor: null },
}

function press(text: string) {
  const buttons = [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')]
  const found = buttons.findLast((button) => button.textContent?.trim() === text)
  if (found === undefined) throw new Error(`Nothing says "${text}".`)
  return page.act(() => found.click())
}

test('the log shows the result of each message, and leads to its replies', async () => {
  page = await mountPage({ plugin, path: '/mail/log', answers })
  for (const text of ['Your invoice', 'ada@example.org', '1 delivered', '1 unknown']) {
    expect(page.text()).toContain(text)
  }
  expect(page.find('a[href$="/mail/log/mailout_1"]')).toBeTruthy()
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a message shows each recipient and every reply, and is sent again only after a question', async () => {
  const path = '/mail/log/mailout_1'
  page = await mountPage({
    plugin,
    path,
    answers: { ...answers, 'POST /api/x/mail/outgoing/mailout_1/send-again': { recipients: 1 } },
  })
  for (const text of ['unknown@example.org', '450 4.4.2 The connection was lost', '< 250 2.0.0 Stored']) {
    expect(page.text()).toContain(text)
  }
  const sent = () => page.requests.filter(({ method }) => method === 'POST')
  await press('Send again')
  expect(sent()).toEqual([])
  expect(page.find('[role=dialog], [role=alertdialog]').textContent).toContain('Recipients may get it twice.')
  await press('Send again')
  expect(sent().map((request) => request.path)).toEqual(['/api/x/mail/outgoing/mailout_1/send-again'])
})

test('without messages the log explains itself', async () => {
  page = await mountPage({
    plugin,
    path: '/mail/log',
    answers: { 'GET /api/x/mail/outgoing': { items: [], nextCursor: null } },
  })
  expect(page.text()).toContain('No messages yet')
})
