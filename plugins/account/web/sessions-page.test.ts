import { describe, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants } from '@host/plugin-sdk/testing'
import { plugin } from './index.ts'

const path = '/settings/sessions'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0'
const session = {
  id: 'ses_2',
  current: false,
  network: '192.0.2.0/24',
  userAgent: firefox,
  createdAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  lastSeenAt: new Date(Date.now() - 7_200_000).toISOString(),
}
const own = { ...session, id: 'ses_1', current: true, userAgent: 'curl/8.16.0' }

function server(items: object[]) {
  return { 'GET /api/auth/sessions': () => ({ items, nextCursor: null }) }
}

const names = (container: HTMLElement) =>
  Array.from(container.querySelectorAll('li p span[title]'), (e) => e.textContent)

describe.each(variants)('in $theme and $language', (variant) => {
  test('the page is accessible and marks this device', async () => {
    const page = await mountPage({ plugin, path, answers: server([session, own]), ...variant })
    expect(page.text()).toContain(variant.language === 'zh' ? '此设备' : 'This device')
    expect(page.text()).toContain(variant.language === 'zh' ? '2 小时前' : '2 hours ago')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  })
})

test('a session says where it is, in the language of the reader', async () => {
  const placed = { ...session, place: { country: 'GB', city: 'London' } }
  const page = await mountPage({ plugin, path, answers: server([placed, own]), language: 'zh' })
  expect(page.text()).toContain('London, 英国 · 192.0.2.0/24')
  await page.unmount()
})

test('the present session comes first and cannot be ended here', async () => {
  const page = await mountPage({ plugin, path, answers: server([session, own]) })
  expect(names(page.container)).toEqual(['curl', 'Firefox on Linux'])
  expect(page.container.querySelectorAll('li button').length).toBe(1)
  await page.unmount()
})

test('a session that is ended is gone at once', async () => {
  const items = [own, session]
  const remove = () => void items.pop()
  const page = await mountPage({
    plugin,
    path,
    answers: { ...server(items), 'DELETE /api/auth/sessions/ses_2': remove },
  })
  await page.click('[aria-label="Actions for Firefox on Linux"]')
  await page.act(() => page.find('[role=menuitem]').click())
  expect(names(page.container)).toEqual(['curl'])
  expect(page.find('header button').getAttribute('aria-disabled')).toBe('true')
  await page.unmount()
})

test('a session that could not be ended comes back', async () => {
  const refused = problem(503, 'service_unavailable')
  const page = await mountPage({
    plugin,
    path,
    answers: { ...server([own, session]), 'DELETE /api/auth/sessions': refused },
  })
  await page.click('header button')
  expect(names(page.container)).toEqual(['curl', 'Firefox on Linux'])
  await page.unmount()
})
