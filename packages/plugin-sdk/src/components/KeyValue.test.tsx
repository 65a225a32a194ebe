import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { KeyValue } from './KeyValue.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('each fact stands beside its name', async () => {
  page = await mountComponent(() => (
    <KeyValue
      items={[
        { label: 'Role', value: <b>Owner</b> },
        { label: 'Since', value: 'May' },
      ]}
    />
  ))
  const pairs = Array.from(document.querySelectorAll('dl > div'), (pair) => [
    pair.querySelector('dt')?.textContent,
    pair.querySelector('dd')?.textContent,
  ])
  expect(pairs).toEqual([
    ['Role', 'Owner'],
    ['Since', 'May'],
  ])
})
