import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { AccessDenied } from './AccessDenied.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('it states that the role is too low, and names who can help', async () => {
  page = await mountComponent(() => <AccessDenied />)
  expect(page.find('h1').textContent).toBe("You don't have access to this page")
  expect(page.text()).toContain('Ask a workspace owner or admin')
  expect(page.find('svg').dataset['illustration']).toBe('denied')
})

test('the next step may be replaced, with an action', async () => {
  page = await mountComponent(() => <AccessDenied action={<button>Ask</button>}>Only owners do this.</AccessDenied>)
  expect(page.text()).toContain('Only owners do this.')
  expect(page.text()).not.toContain('Ask a workspace owner or admin')
  expect(page.find('button').textContent).toBe('Ask')
})
