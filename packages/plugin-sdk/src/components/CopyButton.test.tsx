import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { CopyButton } from './CopyButton.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

function clipboard(writeText: (text: string) => Promise<void>) {
  vi.stubGlobal('navigator', { ...navigator, language: 'en', languages: ['en'], clipboard: { writeText } })
}

test('a press copies the value and says that it did, for two seconds', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
  clipboard(writeText)
  page = await mountComponent(() => <CopyButton value="usr_1" label="Copy ID" />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await page.click('[aria-label="Copy ID"]')
  expect(writeText).toHaveBeenCalledWith('usr_1')
  expect(page.find('output').textContent).toBe('Copied')
  await page.act(() => vi.advanceTimersByTime(2_000))
  expect(page.find('output').textContent).toBe('')
  vi.useRealTimers()
})

test('a refusal of the browser is reported with the next step', async () => {
  clipboard(() => Promise.reject(new DOMException('denied')))
  page = await mountComponent(() => <CopyButton value="usr_1" />)
  await page.click('[aria-label=Copy]')
  expect(page.find('output').textContent).toContain('Select the text and copy it')
})
