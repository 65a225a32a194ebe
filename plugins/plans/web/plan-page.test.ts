import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { planAnswers } from './fixture.ts'
import { plugin } from './index.ts'

const member = {
  workspace: { id: 'wsp_1', slug: 'home', name: 'Home', accent: null, logo: null },
  csrfToken: 'csrf-1',
  user: { id: 'usr_3', email: 'm@example.com', name: 'Mem', isInstanceAdmin: false },
  role: 'member',
}
let page: MountedPage
afterEach(() => page?.unmount())

const open = (more: object = {}) => mountPage({ plugin, path: '/settings/plan', answers: planAnswers, ...more })

test('the page shows the plan, each feature, and the use of each limit', async () => {
  page = await open()
  for (const text of ['Team', 'Reports', 'Not included', '900 of 1,050 used', 'Nearly used up']) {
    expect(page.text()).toContain(text)
  }
  expect(page.text()).toMatch(/Sent emailsLimit reached.*100 of 100 used.*Resets on (Jan 31|Feb 1), 2027/)
  expect(page.text()).toMatch(
    /MailboxesOver the limit.*5 of 3 used.*2 above the limit, the newest read-only from Jan 16, 2027/,
  )
})

test('limits of which 80% or more are used are named in warnings', async () => {
  page = await open()
  for (const text of ['Over the limit: Mailboxes', 'Limit reached: Sent emails', 'More than 80% used: Links']) {
    expect(page.text()).toContain(text)
  }
})

test('records above a limit are listed with links, for admins of the workspace', async () => {
  page = await open()
  await page.click('[aria-label="Show above the limit: Mailboxes"]')
  expect(page.find('[role=dialog]').textContent).toContain('They become read-only unless')
  expect(page.find('[role=dialog] a').textContent).toBe('tea@acme.example')
  expect(page.find('[role=dialog] a').getAttribute('href')).toContain('/mail/mailboxes/mailbox_1')
  await page.unmount()
  page = await open({ answers: { ...planAnswers, 'GET /api/auth/me': member } })
  expect(document.querySelector('[aria-label="Show above the limit: Mailboxes"]')).toBeNull()
})

test('an explanation lists plan, override and grant in that order, with end, result and larger plans', async () => {
  page = await open()
  await page.click('[aria-label="Why: Links"]')
  const text = page.find('[role=dialog]').textContent ?? ''
  expect(text).toMatch(
    /Plan Team500.*Override.*Early customer1,000.*GrantTrade fair\+50until Mar 1, 2027.*Result: 1,050/,
  )
  expect(text).toContain('Plans with a higher limit: Business. Ask an instance admin')
  await page.press('Escape')
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('a plan that sets no limit of its own is not shown as one that excludes it', async () => {
  const at = 'GET /api/x/plans/entitlements/links'
  const source = { from: 'plan', name: 'team', has: false, limit: null, until: null }
  const explained = { ...planAnswers[at], reason: { plan: 'team', plans: [], sources: [source] } }
  page = await open({ path: '/settings/plan?why=links', answers: { ...planAnswers, [at]: explained } })
  expect(page.find('[role=dialog]').textContent).toMatch(/Plan TeamSets no limit.*Result: 1,050/)
})

test('the address opens an explanation, and its failure is shown in place', async () => {
  page = await open({
    path: '/settings/plan?why=links',
    answers: { ...planAnswers, 'GET /api/x/plans/entitlements/links': problem(404, 'not_found') },
  })
  expect(page.find('[role=dialog]').textContent).toContain('Title of not_found')
})

test('without a plan and without parts the page says so', async () => {
  page = await open({ answers: { 'GET /api/x/plans/entitlements': { plan: null, items: [] } } })
  for (const text of ['No plan', 'The limits of the instance apply.', 'No features or limits']) {
    expect(page.text()).toContain(text)
  }
})

test.for(variants)('the page and its explanation are accessible, %j', async (variant) => {
  page = await open({ ...variant, path: '/settings/plan?above=mailboxes' })
  expect(await accessibilityProblems(page)).toEqual([])
  await page.unmount()
  page = await open({ ...variant, path: '/settings/plan?why=links' })
  expect(await accessibilityProblems(page)).toEqual([])
  await page.unmount()
  page = await open(variant)
  expect(await accessibilityProblems(page)).toEqual([])
})
