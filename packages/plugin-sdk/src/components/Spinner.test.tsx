import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Spinner } from './Spinner.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a spinner is decoration: the text beside it describes the work', async () => {
  page = await mountComponent(() => <Spinner />)
  expect(page.find('svg').getAttribute('aria-hidden')).toBe('true')
})
