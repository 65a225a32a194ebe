import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { EmptyState } from './EmptyState.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('nothing yet: a sentence, an action and the way to the help', async () => {
  page = await mountComponent(() => <EmptyState title="No links yet" action={<button>Create</button>} help="links" />)
  expect(page.text()).toBe('No links yetCreateLearn more')
  expect(page.find('a').getAttribute('href')).toBe('/help/links?lang=en&workspace=wsp_1')
  expect(page.find('svg').dataset['illustration']).toBe('empty')
})

test('nothing matches: it says so by itself, and clears the filters', async () => {
  const onClear = vi.fn()
  page = await mountComponent(() => <EmptyState kind="noMatch" onClear={onClear} />)
  expect(page.text()).toContain('No results')
  await page.click('button')
  expect(onClear).toHaveBeenCalledOnce()
})

test.each([
  ['denied', 'Ask a workspace owner or admin'],
  ['locked', 'Ask a workspace owner about the plan.'],
] as const)('%s: it says whom to ask', async (kind, nextStep) => {
  page = await mountComponent(() => <EmptyState kind={kind} />)
  expect(page.text()).toContain(nextStep)
  expect(page.find('svg').dataset['illustration']).toBe(kind)
})

test('where there is little room an icon stands for the drawing', async () => {
  page = await mountComponent(() => <EmptyState icon="box" title="None" />)
  expect(document.querySelector('[data-illustration]')).toBeNull()
})
