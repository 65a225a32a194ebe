import { afterEach, describe, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { plugin } from '../index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const path = '/settings/profile'
const dialog = () => document.querySelector('[role=dialog]')
const sent = (method: string) => page?.requests.filter((request) => request.method === method) ?? []

/** Presses the button that reads so. */
async function press(name: string, within: ParentNode = document): Promise<void> {
  const found = Array.from(within.querySelectorAll('button')).findLast(({ textContent }) => textContent === name)
  if (found === undefined) throw new Error(`There is no button "${name}".`)
  await page?.act(() => found.click())
}

const submit = async () => page?.act(() => page?.find<HTMLFormElement>('[role=dialog] form').requestSubmit())

describe.each(variants)('in $theme and $language', (variant) => {
  test('is accessible, also in the dialogs', async () => {
    page = await mountPage({ plugin, path, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await press(variant.language === 'zh' ? '更改' : 'Change')
    expect(await accessibilityProblems({ container: document.body })).toEqual([])
    await page.press('Escape')
    await press(variant.language === 'zh' ? '删除账户' : 'Delete account')
    expect(await accessibilityProblems({ container: document.body })).toEqual([])
  })
})

test('a changed name is saved, and the frame shows it', async () => {
  page = await mountPage({ plugin, path, answers: { 'PATCH /api/auth/profile': undefined } })
  await page.fill('input[name=name]', 'Ada')
  await page.act(() => page?.find<HTMLFormElement>('main form').requestSubmit())
  expect(sent('PATCH')[0]?.body).toEqual({ name: 'Ada' })
  expect(page.requests.filter((request) => request.path === '/api/auth/me').length).toBeGreaterThan(1)
})

test('§I16 asking for another address says both steps before, and to where a link went after', async () => {
  page = await mountPage({ plugin, path, answers: { 'PUT /api/auth/email': undefined } })
  await press('Change')
  expect(dialog()?.textContent).toContain('notify the current one')
  expect(dialog()?.textContent).toContain('All sessions end')
  await page.fill('[role=dialog] input', 'new@example.com')
  await submit()
  expect(sent('PUT')[0]?.body).toEqual({ email: 'new@example.com' })
  expect(dialog()).toBeNull()
  expect(page.text()).toContain("We're sending a link to new@example.com")
  expect(page.text()).toContain('Until then, sign in with owner@example.com')
})

test('an address that the server refuses stands at the field', async () => {
  const refused = problem(422, 'invalid_input', { errors: [{ path: 'email', message: 'This is not an address.' }] })
  page = await mountPage({ plugin, path, answers: { 'PUT /api/auth/email': refused } })
  await press('Change')
  await page.fill('[role=dialog] input', 'nonsense')
  await submit()
  const input = page.find('[role=dialog] input')
  expect([input.getAttribute('aria-invalid'), dialog()?.textContent?.includes('This is not an address.')]).toEqual([
    'true',
    true,
  ])
})

test('an account is deleted by its typed address alone, and its reader is led out', async () => {
  page = await mountPage({ plugin, path, answers: { 'POST /api/auth/account/delete': undefined } })
  await press('Delete account')
  await page.fill('[role=dialog] input', 'somebody@example.com')
  await submit()
  expect(sent('POST')).toEqual([])
  await page.fill('[role=dialog] input', 'owner@example.com')
  await submit()
  expect(sent('POST').map(({ body, query }) => [body, query.size])).toEqual([[{ email: 'owner@example.com' }, 0]])
  expect(location.pathname).toBe('/login')
})

test('the last owner of a workspace reads why the account stays', async () => {
  page = await mountPage({ plugin, path, answers: { 'POST /api/auth/account/delete': problem(409, 'last_owner') } })
  await press('Delete account')
  await page.fill('[role=dialog] input', 'owner@example.com')
  await submit()
  expect(page.find('[role=dialog] [role=alert]').textContent).toContain('Title of last_owner')
  expect(location.pathname).toBe('/admin/settings/profile')
})
