import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Panel } from './Panel.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a panel with a heading is a part of the page by that name', async () => {
  page = await mountComponent(() => (
    <Panel title="Domains" actions={<button>Add</button>} footer={<button>Save</button>}>
      example.com
    </Panel>
  ))
  const section = page.find('section')
  expect(page.find(`[id="${section.getAttribute('aria-labelledby')}"]`).textContent).toBe('Domains')
  expect(section.textContent).toBe('DomainsAddexample.comSave')
})

test('without a heading it has no name', async () => {
  page = await mountComponent(() => <Panel>example.com</Panel>)
  expect(page.find('section').hasAttribute('aria-labelledby')).toBe(false)
})
