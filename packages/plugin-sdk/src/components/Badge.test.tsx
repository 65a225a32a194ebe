import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Badge } from './Badge.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a badge is its word; the dot says nothing of its own', async () => {
  page = await mountComponent(() => (
    <Badge tone="positive" dot>
      Active
    </Badge>
  ))
  expect(page.text()).toBe('Active')
  expect(page.find('[aria-hidden]').textContent).toBe('')
})
