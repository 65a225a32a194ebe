import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, type MountedPage } from '@host/plugin-sdk/testing'
import type { Transport } from '../../shared.ts'
import { plugin } from '../index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const transportOf = (id: string): Transport => ({
  id,
  name: `Server ${id}`,
  host: `${id}.example.com`,
  port: 465,
  security: 'implicit',
  username: 'acme',
  hasPassword: true,
  isOn: id === 'one',
  fromDomains: [],
  systemFrom: null,
  hasBounceAddress: true,
  createdAt: '2026-01-31T08:15:00.000Z',
})

const items = ['one', 'two'].map(transportOf)
const answers = { 'GET /api/x/mail/transports': { items, fallback: 'none' } }

const byLabel = (label: string) => page.find(`[aria-label="${label}"]`)
const sent = (method: string) => page.requests.filter((request) => request.method === method)

function press(text: string) {
  const buttons = [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')]
  const found = buttons.findLast((button) => button.textContent?.trim() === text)
  if (found === undefined) throw new Error(`Nothing says "${text}".`)
  return page.act(() => found.click())
}

test('servers are shown in their order, which a button changes', async () => {
  page = await mountPage({
    plugin,
    path: '/mail/transports',
    answers: { ...answers, 'PUT /api/x/mail/transports/order': null },
  })
  for (const text of ['Server one', 'one.example.com:465', 'Off']) expect(page.text()).toContain(text)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.act(() => byLabel('Actions for Server one').click())
  await press('Move down')
  expect(sent('PUT').map(({ body }) => body)).toEqual([{ ids: ['two', 'one'] }])
})

test('a changed server keeps its password unless another one is entered', async () => {
  page = await mountPage({
    plugin,
    path: '/mail/transports',
    answers: { ...answers, 'PATCH /api/x/mail/transports/two': items[1] },
  })
  await page.act(() => byLabel('Actions for Server two').click())
  await press('Edit server')
  await page.fill('[role=dialog] [name=name]', 'Second')
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  const [request] = sent('PATCH')
  expect(request?.body).toMatchObject({ name: 'Second', host: 'two.example.com' })
  expect(Object.keys(request?.body ?? {})).not.toContain('password')
})

test('without servers the page says where mail goes', async () => {
  page = await mountPage({
    plugin,
    path: '/mail/transports',
    answers: { 'GET /api/x/mail/transports': { items: [], fallback: 'none' } },
  })
  expect(page.text()).toContain('no mail is sent until you add one')
})
