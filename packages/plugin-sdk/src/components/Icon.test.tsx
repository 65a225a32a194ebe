import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Icon } from './Icon.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('an icon is decoration unless it has a label', async () => {
  page = await mountComponent(() => (
    <>
      <Icon name="lock" />
      <Icon name="lock" label="Locked" />
    </>
  ))
  const [plain, named] = document.querySelectorAll('svg')
  expect(plain?.getAttribute('aria-hidden')).toBe('true')
  expect(named?.getAttribute('role')).toBe('img')
  expect(named?.getAttribute('aria-label')).toBe('Locked')
})

test('an unknown name is a puzzle piece', async () => {
  page = await mountComponent(() => (
    <>
      <Icon name="not-an-icon" />
      <Icon name="puzzle" />
    </>
  ))
  const [unknown, puzzle] = document.querySelectorAll('svg')
  expect(unknown?.innerHTML).toBe(puzzle?.innerHTML)
  expect(unknown?.innerHTML).not.toBe('')
})
