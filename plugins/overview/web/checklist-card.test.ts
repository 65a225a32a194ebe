import { describe, expect, test } from 'vitest'
import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'
import { accessibilityProblems, mountPage, problem, variants } from '@host/plugin-sdk/testing'
import { plugin } from './index.ts'

const card = defineUIPlugin({
  ...plugin,
  routes: [
    { path: '/', Component: lazyPage(async () => ({ default: (await import('./ChecklistCard.tsx')).ChecklistCard })) },
  ],
  widgets: [],
})
const step = { id: 'invite', plugin: 'workspaces', title: 'Add a colleague', path: '/members', done: false }
const items = [step, { ...step, id: 'name', title: 'Name the workspace', path: '/settings/workspace', done: true }]
const answers = { 'GET /api/checklist': { items, isDismissed: false }, 'PUT /api/checklist': undefined }

describe.each(variants)('in $theme and $language', (variant) => {
  test('the steps link to where they are done, those that are done are struck', async () => {
    const page = await mountPage({ plugin: card, path: '/', answers, ...variant })
    const links = Array.from(page.container.querySelectorAll('li a'), (link) => link.getAttribute('href'))
    expect(links).toEqual(['/admin/members', '/admin/settings/workspace'])
    expect(page.find('.line-through').textContent).toBe('Name the workspace')
    expect(page.find('[role=progressbar]').getAttribute('aria-valuenow')).toBe('50')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  })
})

test('putting them away shows at once and can be taken back', async () => {
  const page = await mountPage({ plugin: card, path: '/', answers })
  await page.click('[aria-label="Dismiss first steps"]')
  expect(page.container.querySelector('li a')).toBeNull()
  const undo = Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent === 'Undo')
  await page.act(() => undo?.click())
  expect(page.container.querySelectorAll('li a').length).toBe(2)
  expect(page.requests.filter(({ method }) => method === 'PUT')).toEqual([])
  await page.unmount()
})

test('a user who dismissed the steps sees none of them', async () => {
  const none = { 'GET /api/checklist': { items: [], isDismissed: true } }
  const page = await mountPage({ plugin: card, path: '/', answers: none })
  expect(page.text()).toBe('')
  await page.unmount()
})

test('a page does without steps that cannot be read', async () => {
  const refused = { 'GET /api/checklist': problem(404, 'not_found') }
  const page = await mountPage({ plugin: card, path: '/', answers: refused })
  expect(page.text()).toBe('')
  await page.unmount()
})
