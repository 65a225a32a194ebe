import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Alert, type AlertTone } from './Alert.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test.each<readonly [AlertTone, string]>([
  ['danger', 'alert'],
  ['warning', 'status'],
  ['positive', 'status'],
  ['info', 'status'],
])('%s is announced as %s', async (tone, role) => {
  page = await mountComponent(() => <Alert tone={tone} title="The key expires" action={<button>Renew</button>} />)
  expect(page.find(`[role=${role}]`).textContent).toBe('The key expiresRenew')
})
