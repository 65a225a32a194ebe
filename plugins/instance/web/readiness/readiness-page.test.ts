import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { ReadinessRow } from '../../shared.ts'
import { plugin } from '../index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const items: readonly ReadinessRow[] = [
  {
    plugin: 'tls',
    id: 'tls',
    title: 'Certificate',
    state: 'fail',
    reason: 'It ended.',
    fix: 'Renew it.',
    path: '/tls',
  },
  { plugin: 'instance', id: 'key-copy', title: 'Key', state: 'warn', reason: 'No copy.', help: 'readiness' },
  { plugin: 'instance', id: 'plugins', title: 'Plugins', state: 'ok', path: '/plugins' },
]
const answers = {
  'GET /api/instance/readiness': { items, nextCursor: null, keyName: 'root_5f' },
  'POST /api/instance/readiness/key-copy': new Response(null, { status: 204 }),
}

test.each(variants)('the page is accessible in $theme and $language', async (variant) => {
  page = await mountPage({ plugin, scope: 'instance', path: '/readiness', answers, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
})

test('an open condition shows its reason and leads to its fix; one that is ready does not', async () => {
  page = await mountPage({ plugin, scope: 'instance', path: '/readiness', answers })
  expect(page.text()).toContain('It ended. Renew it.')
  expect(page.find('main a[href$="/tls"]').textContent).toBe('Open')
  expect(document.querySelectorAll('main a[href$="/plugins"]').length).toBe(0)
})

test('a copy of the key is confirmed by the name of the key', async () => {
  page = await mountPage({ plugin, scope: 'instance', path: '/readiness', answers })
  const button = (text: string) =>
    Array.from(document.querySelectorAll('button')).findLast(({ textContent }) => textContent === text)
  await page.act(() => button('Confirm copy')?.click())
  expect(document.body.textContent).toContain('root_5f')
  await page.act(() => button('Confirm copy')?.click())
  expect(page.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { keyName: 'root_5f' },
  ])
})
