import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { ClientError } from '@host/client'
import { ErrorState } from './ErrorState.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a page that failed says cause, next step and request id, and tries again', async () => {
  const onRetry = vi.fn()
  const error = new ClientError({ code: 'internal', status: 500, message: 'x', requestId: 'req_9' })
  page = await mountComponent(() => <ErrorState error={error} onRetry={onRetry} />)
  expect(page.find('h1').textContent).toBe("Couldn't load this page")
  expect(page.text()).toContain('Something went wrong.')
  expect(page.find('code').textContent).toBe('req_9')
  await page.click('button')
  expect(onRetry).toHaveBeenCalledOnce()
})

test('without an answer it shows that the server is unreachable, and nothing of the error', async () => {
  const error = new ClientError({ code: 'network', status: 0, message: 'ECONNREFUSED' })
  page = await mountComponent(() => <ErrorState error={error} />)
  expect(page.find('svg').dataset['illustration']).toBe('offline')
  expect(page.text()).not.toContain('ECONNREFUSED')
  expect(document.querySelector('button')).toBeNull()
})
