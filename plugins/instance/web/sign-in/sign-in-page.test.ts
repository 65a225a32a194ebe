import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { plugin } from '../index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const settings = { registration: false, requireSecondFactor: false, canSendMail: true }
const path = '/sign-in'

async function open(more: Partial<typeof settings>, answer?: Response): Promise<MountedPage> {
  const answers = { 'GET /api/instance/sign-in': { ...settings, ...more }, 'PUT /api/instance/sign-in': answer }
  page = await mountPage({ plugin, scope: 'instance', path, answers })
  return page
}

const toggles = () => Array.from(document.querySelectorAll<HTMLElement>('[role=switch]'))
const sent = () => page?.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body) ?? []
const save = () => page?.act(() => page?.find<HTMLFormElement>('main form').requestSubmit())

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const canSendMail of [true, false]) {
    const answers = { 'GET /api/instance/sign-in': { ...settings, canSendMail } }
    page = await mountPage({ plugin, scope: 'instance', path, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})

test('§I12 registration is opened with the bar to save', async () => {
  await open({})
  expect(page?.text()).not.toContain('Unsaved changes')
  await page?.act(() => toggles()[0]?.click())
  expect(page?.text()).toContain('Unsaved changes')
  await save()
  expect(sent()).toEqual([{ registration: true, requireSecondFactor: false }])
})

test('§I25 a second factor is required of everyone', async () => {
  await open({ registration: true })
  await page?.act(() => toggles()[1]?.click())
  await save()
  expect(sent()).toEqual([{ registration: true, requireSecondFactor: true }])
})

test('without email, registration can’t be opened, and the page explains why and the next step', async () => {
  await open({ canSendMail: false })
  await page?.act(() => toggles()[0]?.click())
  expect(toggles()[0]?.getAttribute('aria-checked')).toBe('false')
  const ids = toggles()[0]?.getAttribute('aria-describedby')?.split(' ') ?? []
  const description = ids.map((id) => document.getElementById(id)?.textContent).join(' ')
  expect(description).toContain("this instance can't send any")
  expect(page?.text()).toContain('Set up email under Settings')
  expect(page?.find('[href^="/help/mail-settings"]')).toBeDefined()
})

test('registration that is open without mail can still be closed', async () => {
  await open({ registration: true, canSendMail: false })
  await page?.act(() => toggles()[0]?.click())
  await save()
  expect(sent()).toEqual([{ registration: false, requireSecondFactor: false }])
})

test('a refusal of the server is shown on the page', async () => {
  await open({}, problem(409, 'conflict'))
  await page?.act(() => toggles()[1]?.click())
  await save()
  expect(page?.find('[role=alert]').textContent).toContain('Title of conflict')
})
