import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { createTexts } from '../i18n/texts.ts'
import { TextsProvider } from '../i18n/TextsProvider.tsx'
import { lazyPage } from '../lazy-page.ts'
import type { Dictionary } from '../ui-plugin.ts'
import { PluginPart } from './PluginPart.tsx'

test('the chunk of a page is asked for beside the texts of its plugin, and shows once both are there', async () => {
  const english = Promise.withResolvers<Dictionary>()
  const texts = createTexts('en')
  texts.add('notes', { en: () => english.promise, zh: {} })
  const load = vi.fn(() => Promise.resolve({ default: () => texts.snapshot().t('notes.title') }))
  const Page = lazyPage(load)
  const container = document.createElement('div')
  const root = createRoot(container)
  root.render(
    <TextsProvider texts={texts}>
      <Suspense fallback="waiting">
        <PluginPart plugin={{ name: 'notes' }} Component={Page}>
          <Page />
        </PluginPart>
      </Suspense>
    </TextsProvider>,
  )
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(container.textContent).toBe('waiting'))
  english.resolve({ title: 'Your notes' })
  await vi.waitFor(() => expect(container.textContent).toBe('Your notes'))
  expect(load).toHaveBeenCalledOnce()
  root.unmount()
})
