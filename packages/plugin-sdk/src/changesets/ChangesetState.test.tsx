import { afterEach, expect, test } from 'vitest'
import { mountComponent } from '../components/fixture-page.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { ChangesetState } from './ChangesetState.tsx'

let page: MountedPage
afterEach(() => page.unmount())

const all = [
  ['planned', 'Planned'],
  ['approved', 'Approved'],
  ['applying', 'Applying'],
  ['interrupted', 'Interrupted'],
  ['applied', 'Applied'],
  ['reverted', 'Reverted'],
  ['left', 'Left as is'],
  ['dismissed', 'Dismissed'],
  ['expired', 'Expired'],
] as const

test('each state is a word, not a color alone', async () => {
  page = await mountComponent(() =>
    all.map(([state]) => (
      <p key={state}>
        <ChangesetState state={state} />
      </p>
    )),
  )
  expect(Array.from(page.container.querySelectorAll('p'), ({ textContent }) => textContent)).toEqual(
    all.map(([, word]) => word),
  )
})
