import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { IconButton } from './IconButton.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a button of an icon that is busy says so and does not work twice', async () => {
  const act = vi.fn()
  page = await mountComponent(() => <IconButton icon="x" label="Reload" busy onClick={act} />)
  await page.click('main button')
  expect(act).not.toHaveBeenCalled()
  expect(page.find('main button').getAttribute('aria-busy')).toBe('true')
})

test('an icon is named for those who do not see it', async () => {
  const act = vi.fn()
  page = await mountComponent(() => <IconButton icon="x" label="Close" onClick={act} />)
  expect(page.find('main button').getAttribute('aria-label')).toBe('Close')
  await page.click('main button')
  expect(act).toHaveBeenCalledOnce()
})
