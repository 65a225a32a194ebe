import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { PageHeader } from './PageHeader.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a page header has the single title, the purpose, and the actions', async () => {
  page = await mountComponent(() => (
    <PageHeader title="Links" description="Short addresses." actions={<button>Create</button>} />
  ))
  expect(Array.from(document.querySelectorAll('h1'), ({ textContent }) => textContent)).toEqual(['Links'])
  expect(page.find('header').textContent).toBe('LinksShort addresses.Create')
})
