import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { GlassCard } from './GlassCard.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a card renders its content, and takes layout classes', async () => {
  page = await mountComponent(() => <GlassCard className="mt-4">This week</GlassCard>)
  expect(page.text()).toBe('This week')
  expect(page.find('.glass').classList.contains('mt-4')).toBe(true)
})
