import { afterEach, expect, test, vi } from 'vitest'
import { lazyPage } from '../lazy-page.ts'
import { mountPage, type MountedPage } from '../testing/index.ts'
import { defineUIPlugin, type Dictionary } from '../ui-plugin.ts'
import { useTranslation } from '../i18n/useTranslation.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

function NotesPage() {
  const { t } = useTranslation()
  return t('notes.title')
}

test('the chunk of a page is asked for beside the texts of its plugin, and no key shows before they are there', async () => {
  const texts = Promise.withResolvers<Dictionary>()
  const load = vi.fn(() => Promise.resolve({ default: NotesPage }))
  const plugin = defineUIPlugin({
    name: 'notes',
    routes: [{ path: '/', Component: lazyPage(load) }],
    i18n: { en: () => texts.promise, zh: {} },
  })
  const mounting = mountPage({ plugin, path: '/', language: 'en' })
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  expect(document.body.textContent).not.toContain('notes.title')
  texts.resolve({ title: 'Your notes' })
  page = await mounting
  await vi.waitFor(() => expect(page?.text()).toBe('Your notes'))
  expect(load).toHaveBeenCalledOnce()
})
