import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { defineEndpoint, nothing } from '@host/plugin/wire'
import { CopyAsCurl } from './CopyAsCurl.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const readLink = defineEndpoint({
  pattern: 'GET /api/x/links/links/{id}',
  input: nothing,
  output: nothing,
  summary: 'Read',
})

test('it copies the call as a command for this host, and says so', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
  vi.stubGlobal('navigator', { ...navigator, language: 'en', languages: ['en'], clipboard: { writeText } })
  page = await mountComponent(() => <CopyAsCurl endpoint={readLink} input={{ id: 'a b' }} />)
  await page.click('button')
  const [[command] = []] = writeText.mock.calls
  expect(command).toContain(`'${location.origin}/api/x/links/links/a%20b'`)
  expect(command).toContain('$HOST_TOKEN')
  expect(page.find('output').textContent).toBe('Copied')
})
