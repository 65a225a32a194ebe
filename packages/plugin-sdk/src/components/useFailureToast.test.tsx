import { ClientError } from '@host/client'
import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { useFailureToast } from './useFailureToast.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a failure is a toast with its title, and its next step where the cause is unknown', async () => {
  const offline = new ClientError({ code: 'network', status: 0, message: 'The server could not be reached.' })
  page = await mountComponent(function Failing() {
    const report = useFailureToast()
    return (
      <button id="fail" onClick={() => report(offline)}>
        Fail
      </button>
    )
  })
  await page.click('#fail')
  expect(page.find('output').textContent).toMatch(/reach the server.*Check your connection/)
})
