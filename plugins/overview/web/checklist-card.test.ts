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
const samples = { canAdd: false, records: 0 }
const answers = { 'GET /api/checklist': { items, isDismissed: false, samples }, 'PUT /api/checklist': undefined }

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
  const none = { 'GET /api/checklist': { items: [], isDismissed: true, samples } }
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

describe('sample data', () => {
  const state = (canAdd: boolean, records: number, isDismissed = false) => ({
    'GET /api/checklist': { items: [], isDismissed, samples: { canAdd, records } },
  })
  const buttons = () => Array.from(document.querySelectorAll('button'), ({ textContent }) => textContent)

  describe.each(variants)('in $theme and $language', (variant) => {
    test('is offered where features have some, and can be removed where there is some', async () => {
      const page = await mountPage({ plugin: card, path: '/', answers: state(true, 3), ...variant })
      await expect.poll(() => page.container.querySelectorAll('button').length).toBe(2)
      expect(await accessibilityProblems(page)).toEqual([])
      await page.unmount()
    })
  })

  test('is added on a press', async () => {
    const pressed = { ...state(true, 0), 'POST /api/sample-data': { canAdd: false, records: 3 } }
    const page = await mountPage({ plugin: card, path: '/', answers: pressed })
    await expect.poll(buttons).toEqual(['Add sample data'])
    await page.act(() => document.querySelector('button')?.click())
    await expect.poll(() => page.requests.filter(({ method }) => method === 'POST').length).toBe(1)
    await page.unmount()
  })

  test('that cannot be added says so', async () => {
    const refused = problem(409, 'conflict', { detail: 'There is one already.' })
    const page = await mountPage({
      plugin: card,
      path: '/',
      answers: { ...state(true, 0), 'POST /api/sample-data': refused },
    })
    await expect.poll(buttons).toEqual(['Add sample data'])
    await page.act(() => document.querySelector('button')?.click())
    await expect.poll(() => page.text()).toContain('There is one already.')
    await page.unmount()
  })

  test('is removed after a question', async () => {
    const pressed = { ...state(false, 3), 'DELETE /api/sample-data': { canAdd: true, records: 0 } }
    const page = await mountPage({ plugin: card, path: '/', answers: pressed })
    await expect.poll(buttons).toEqual(['Remove sample data'])
    await page.act(() => document.querySelector('button')?.click())
    await expect.poll(buttons).toContain('Cancel')
    expect(page.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    const confirm = Array.from(document.querySelectorAll('button')).findLast(
      ({ textContent }) => textContent === 'Remove sample data',
    )
    await page.act(() => confirm?.click())
    await expect.poll(() => page.requests.filter(({ method }) => method === 'DELETE').length).toBe(1)
    await page.unmount()
  })

  test('is not suggested to users who dismissed the steps', async () => {
    const page = await mountPage({ plugin: card, path: '/', answers: state(true, 0, true) })
    await page.act(() => undefined)
    expect(buttons()).toEqual([])
    await page.unmount()
  })
})
