import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Secret } from './Secret.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a secret is hidden, not even its length shows, and a press reveals it', async () => {
  page = await mountComponent(() => <Secret name="the token" value="host_pat_1" />)
  expect(document.body.innerHTML).not.toContain('host_pat_1')
  expect(page.find('code').textContent).toBe(`${'•'.repeat(16)}hidden`)
  await page.click('[aria-label="Show the token"]')
  expect(page.find('code').textContent).toBe('host_pat_1')
  await page.click('[aria-label="Hide the token"]')
  expect(document.body.innerHTML).not.toContain('host_pat_1')
})

test('one that is shown once is legible, and says so', async () => {
  page = await mountComponent(() => <Secret name="the token" value="host_pat_1" once />)
  expect(page.find('[role=status]').textContent).toContain("You won't see it again")
  expect(page.find('code').textContent).toBe('host_pat_1')
  expect(page.find('[aria-label="Copy the token"]')).toBeDefined()
})

test('one that was asked for is legible at once, and is hidden again by a press', async () => {
  page = await mountComponent(() => <Secret name="the token" value="host_pat_1" shown />)
  expect(page.find('code').textContent).toBe('host_pat_1')
  expect(document.querySelector('[role=status]')).toBeNull()
  await page.click('[aria-label="Hide the token"]')
  expect(document.body.innerHTML).not.toContain('host_pat_1')
})
