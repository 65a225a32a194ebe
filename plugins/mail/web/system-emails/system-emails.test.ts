import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { SystemEmail } from '../../shared.ts'
import { plugin } from '../index.ts'

const usual = {
  subject: 'Join {{workspace}}',
  before: '{{inviter}} invites you.',
  button: 'View invitation',
  after: '',
}
const invitation: SystemEmail = {
  key: 'host.invitation',
  title: 'Invitation',
  variables: [{ name: 'inviter', title: 'Name of the inviter', example: 'Ada', isRequired: true }],
  en: { usual, own: null },
  zh: { usual, own: { ...usual, subject: '您好' } },
}
const base = '/api/x/mail/system-emails'
const path = `${base}/host.invitation/en`
const answers = {
  [`GET ${base}`]: { items: [invitation] },
  'GET /api/x/mail/instance/emails': { items: [invitation] },
}

let page: MountedPage
afterEach(() => page?.unmount())

const open = (more: object = {}) =>
  mountPage({ plugin, path: '/mail/system-emails/host.invitation', answers: { ...answers, ...more } })
const sent = (method: string, at: string) =>
  page.requests.filter((request) => request.method === method && request.path === at)
const press = (text: string) =>
  page.act(() =>
    Array.from(document.querySelectorAll('button'))
      .find(({ textContent }) => textContent === text)
      ?.click(),
  )

test('a text is written, previewed and sent to the reader', async () => {
  page = await open({
    [`PUT ${path}`]: undefined,
    [`POST ${path}/preview`]: { subject: 'Join Acme', text: 'Ada invites you.', html: '<p>Ada</p>' },
    [`POST ${path}/test`]: { to: 'owner@host.test' },
  })
  await page.fill('[name=subject]', 'Welcome')
  await press('Show preview')
  expect(page.text()).toContain('Ada invites you.')
  const frame = page.find('iframe')
  expect(frame.getAttribute('src')).toBe('/api/x/mail/frame')
  expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts')
  await press('Send to myself')
  expect(document.body.textContent).toContain('owner@host.test')
  await press('Save text')
  expect(sent('PUT', path)[0]?.body).toEqual({ ...usual, subject: 'Welcome' })
  expect(page.text()).not.toContain('Reset to default')
})

test('a text that lacks a variable is refused at its field, and one that was written is reset', async () => {
  const refusal = problem(400, 'invalid_input', { errors: [{ path: 'before', message: 'Add {{inviter}}.' }] })
  page = await open({ [`PUT ${path}`]: refusal, [`DELETE ${base}/host.invitation/zh`]: undefined })
  await page.fill('[name=before]', 'Hello')
  await press('Save text')
  expect(page.find('[name=before]').getAttribute('aria-invalid')).toBe('true')
  await press('Chinese')
  await press('Reset to default')
  expect(sent('DELETE', `${base}/host.invitation/zh`)).toHaveLength(1)
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const at of ['/mail/system-emails', '/mail/system-emails/host.invitation'] as const) {
    page = await mountPage({ plugin, path: at, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
  page = await mountPage({ plugin, path: '/system-emails', answers, scope: 'instance', ...variant })
  expect(page.text()).toContain(invitation.title)
  expect(await accessibilityProblems(page)).toEqual([])
})
