import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'
import { PublicPageProvider } from '@host/plugin-sdk/shell'
import { accessibilityProblems, mountPage, type MountedPage } from '@host/plugin-sdk/testing'
import { deliveryPage, type DeliveryContent } from '../shared.ts'
import DeliveryPage from './delivery/DeliveryPage.tsx'
import texts from './en.json' with { type: 'json' }

const line = { id: 'line_1', name: 'Editor', quantity: 1, isRevoked: false, files: [], items: [] }
const path = '/p/products/delivery/secret/files/file_1'
const content: DeliveryContent = {
  seller: 'Acme',
  email: 'ada@example.com',
  orderedAt: '2026-01-31T12:00:00.000Z',
  until: '2026-03-02T12:00:00.000Z',
  lines: [],
}

let mounted: MountedPage | undefined
afterEach(() => mounted?.unmount())

async function show(lines: DeliveryContent['lines']): Promise<MountedPage> {
  const page = {
    path: deliveryPage.path,
    plugin: 'products',
    language: 'en',
    title: 'Your order',
    params: { token: 'secret' },
    workspace: { name: 'Acme', accent: null },
    data: { ...content, lines },
  } as const
  const sources = { en: texts, zh: texts }
  function Delivered() {
    return createElement(PublicPageProvider, { page, texts: sources, icons: {}, children: createElement(DeliveryPage) })
  }
  const Component = lazyPage(() => Promise.resolve({ default: Delivered }))
  const plugin = defineUIPlugin({ name: 'products', routes: [{ path: '/delivery', Component }] })
  mounted = await mountPage({ plugin, path: '/delivery' })
  return mounted
}

test('the customer sees files and license keys, and until when the link works', async () => {
  const files = [{ name: 'editor.zip', size: 1_000, path }]
  const page = await show([{ ...line, files, items: [{ title: 'License key', text: 'HK1.abc.def' }] }])
  const text = page.text()
  expect(text).toContain('From Acme for ada@example.com, ordered on Jan 31, 2026')
  expect(text).toContain('This link works until Mar 2, 2026')
  expect(text).toMatch(/EditorLicense keyHK1\.abc\.def/)
  expect(page.find('a[download]').getAttribute('href')).toBe(path)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('goods that were taken back are not offered, and a line without any says so', async () => {
  const files = [{ name: 'editor.zip', size: 1_000, path }]
  const page = await show([
    { ...line, files, isRevoked: true },
    { ...line, id: 'line_2', name: 'Manual', quantity: 3 },
  ])
  expect(page.text()).toContain('This item was refunded. The seller no longer provides it.')
  expect(page.text()).toContain('Manual × 3Nothing to download.')
  expect(page.container.querySelector('a')).toBeNull()
})
