import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { plugin } from './index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const workspace = {
  id: 'wsp_1',
  slug: 'home',
  name: 'Home',
  role: 'owner',
  accent: null,
  createdAt: '2026-01-02T03:04:05Z',
}
const read = { 'GET /api/workspaces/wsp_1': workspace }
const path = '/settings/workspace'

async function rename(name: string): Promise<void> {
  const input = page!.find<HTMLInputElement>('input[name=name]')
  await page?.act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, name)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

async function save(): Promise<void> {
  await page?.act(() => page?.find<HTMLFormElement>('main form').requestSubmit())
}

test('§ web 9 the bar to save comes with a change, and saving sends it', async () => {
  const changed = { 'PATCH /api/workspaces/wsp_1': { ...workspace, name: 'House' } }
  page = await mountPage({ plugin, path, answers: { ...read, ...changed } })
  expect(page.text()).not.toContain('Unsaved changes')
  await rename('House')
  expect(page.text()).toContain('Unsaved changes')
  await save()
  const sent = page.requests.find(({ method }) => method === 'PATCH')
  expect(sent?.body).toMatchObject({ name: 'House' })
})

test('§ web 9 what the server refuses stands at the name', async () => {
  const refused = problem(422, 'invalid_input', { errors: [{ path: 'name', message: 'Another workspace has it.' }] })
  page = await mountPage({ plugin, path, answers: { ...read, 'PATCH /api/workspaces/wsp_1': refused } })
  await rename('House')
  await save()
  const input = page.find('input[name=name]')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(page.text()).toContain('Another workspace has it.')
  expect(document.activeElement).toBe(input)
})

test('§ web 9 nobody leaves unsaved changes without being asked', async () => {
  page = await mountPage({ plugin, path, answers: read })
  await rename('House')
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  page = await mountPage({ plugin, path, answers: read, ...variant })
  await rename('')
  await save()
  expect(page.find('input[name=name]').getAttribute('aria-invalid')).toBe('true')
  expect(await accessibilityProblems(page)).toEqual([])
})
