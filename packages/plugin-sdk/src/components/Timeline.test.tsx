import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Timeline } from './Timeline.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('entries are listed in order, each with actor, action and time', async () => {
  page = await mountComponent(() => (
    <Timeline
      label="History"
      entries={[
        { id: '2', at: Date.now() - 60_000, title: 'Role changed', actor: 'Grace', children: 'From member to admin' },
        { id: '1', at: Date.now() - 7_200_000, title: 'Added' },
      ]}
    />
  ))
  expect(page.find('ol').getAttribute('aria-label')).toBe('History')
  expect(Array.from(document.querySelectorAll('li'), ({ textContent }) => textContent)).toEqual([
    'Role changedGrace1 minute agoFrom member to admin',
    'Added2 hours ago',
  ])
})
