import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { LockedFeature } from './LockedFeature.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('it states that the plan excludes it, and names who can help', async () => {
  page = await mountComponent(() => <LockedFeature />)
  expect(page.find('h1').textContent).toBe('Not part of your plan')
  expect(page.text()).toContain('Ask a workspace owner about the plan.')
  expect(page.find('svg').dataset['illustration']).toBe('locked')
})

test('a feature may state its benefit', async () => {
  page = await mountComponent(() => <LockedFeature title="Domains">Links under your own name.</LockedFeature>)
  expect(page.text()).toBe('DomainsLinks under your own name.')
})
