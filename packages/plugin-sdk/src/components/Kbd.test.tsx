import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Kbd } from './Kbd.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const caps = () => Array.from(document.querySelectorAll('kbd kbd'), ({ textContent }) => textContent)

test.each([
  ['MacIntel', ['⌘', '⇧', 'K']],
  ['Linux x86_64', ['Ctrl', 'Shift', 'K']],
])('on %s the keys are called as they are there', async (platform, names) => {
  vi.stubGlobal('navigator', { platform, userAgent: platform, language: 'en', languages: ['en'] })
  page = await mountComponent(() => <Kbd keys="mod+shift+k" />)
  expect(caps()).toEqual(names)
})

test('keys after each other stand after each other, and some have a sign', async () => {
  page = await mountComponent(() => <Kbd keys="g Escape" />)
  expect(caps()).toEqual(['G', 'Esc'])
})
