import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { ClientError } from '@host/client'
import { ErrorNote } from './ErrorNote.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const offline = new ClientError({ code: 'network', status: 0, message: 'x' })

test('a failure is announced with its next step, and a press tries again', async () => {
  const onRetry = vi.fn()
  page = await mountComponent(() => <ErrorNote error={offline} onRetry={onRetry} />)
  expect(page.find('[role=alert]').textContent).toContain('Check your connection')
  await page.click('button')
  expect(onRetry).toHaveBeenCalledOnce()
})

test('the request id shows for a fault on our side alone', async () => {
  const failed = (status: number) => new ClientError({ code: 'internal', status, message: 'x', requestId: 'req_9' })
  page = await mountComponent(() => (
    <>
      <ErrorNote error={failed(500)} />
      <ErrorNote error={failed(409)} />
      <ErrorNote error={null} />
    </>
  ))
  expect(document.querySelectorAll('[role=alert]')).toHaveLength(2)
  expect(page.text().match(/req_9/g)).toHaveLength(1)
})
