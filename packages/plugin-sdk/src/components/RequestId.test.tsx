import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { RequestId } from './RequestId.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('the id stands by its name, and can be copied', async () => {
  page = await mountComponent(() => <RequestId id="req_9" />)
  expect(page.text()).toBe('Request ID req_9')
  expect(page.find('button').getAttribute('aria-label')).toBe('Copy request ID')
})
