import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { LoadingRegion, Skeleton, SkeletonRows } from './Skeleton.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('shapes say nothing; the region around them says that it is loading', async () => {
  page = await mountComponent(() => (
    <LoadingRegion>
      <Skeleton className="h-4 w-40" />
    </LoadingRegion>
  ))
  expect(page.find('output').getAttribute('aria-busy')).toBe('true')
  expect(page.text()).toBe('Loading')
  expect(page.find('[aria-hidden]').className).toContain('animate-skeleton')
})

test('there are as many rows as the list will have', async () => {
  page = await mountComponent(() => <SkeletonRows rows={3} />)
  expect(document.querySelectorAll('output > div')).toHaveLength(3)
})
