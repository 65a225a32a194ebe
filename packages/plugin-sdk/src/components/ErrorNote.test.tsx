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

test('a full limit shows the plan, the plans with more and when its count starts again', async () => {
  const facts = {
    meter: 'sent',
    limit: 5,
    used: 5,
    plan: 'free',
    plans: ['team'],
    resetsAt: '2027-02-01T12:00:00.000Z',
  }
  const body = {
    type: 'about:blank',
    title: 'Limit reached',
    status: 429,
    detail: 'Sent emails: 5 of 5 are in use.',
    nextStep: 'Remove some.',
    code: 'quota_exceeded',
    requestId: 'req_1',
    facts,
  }
  const full = new ClientError({ code: 'quota_exceeded', status: 429, message: 'x', problem: body })
  page = await mountComponent(() => <ErrorNote error={full} />)
  expect(page.text()).toMatch(/5 of 5 are in use\.Your plan: freePlans with more: teamResets on Feb 1, 2027/)
})
