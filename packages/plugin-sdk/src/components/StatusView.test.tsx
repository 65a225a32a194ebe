import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { StatusView } from './StatusView.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('the full page shows cause, reason, next step, and details', async () => {
  page = await mountComponent(() => (
    <StatusView icon="lock" title="Stopped" actions={<button>Again</button>} footnote="Since 10:42">
      <p>The disk is full.</p>
    </StatusView>
  ))
  expect(page.find('h1').textContent).toBe('Stopped')
  expect(page.text()).toBe('StoppedThe disk is full.AgainSince 10:42')
  expect(document.querySelector('[data-illustration]')).toBeNull()
})

test('a drawing stands in place of the icon', async () => {
  page = await mountComponent(() => <StatusView icon="check" illustration="done" title="Done" />)
  expect(document.querySelectorAll('svg')).toHaveLength(1)
  expect(page.find('svg').dataset['illustration']).toBe('done')
})
