import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Progress } from './Progress.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const attributes = (mounted: MountedPage) => {
  const bar = mounted.find('[role=progressbar]')
  return ['aria-label', 'aria-valuenow', 'aria-valuetext'].map((name) => bar.getAttribute(name))
}

test.each([
  [0.426, '42', '42%'],
  [1, '100', '100%'],
  [0.999, '99', '99%'],
  [-3, '0', '0%'],
  [7, '100', '100%'],
])('%d is %s of a hundred, and never said to be full before it is', async (value, now, text) => {
  page = await mountComponent(() => <Progress label="Importing" value={value} />)
  expect(attributes(page)).toEqual(['Importing', now, text])
})

test.each(['bar', 'ring'] as const)('a %s of which nobody knows how far it is has no value', async (shape) => {
  page = await mountComponent(() => <Progress label="Importing" shape={shape} />)
  expect(attributes(page)).toEqual(['Importing', null, null])
})
