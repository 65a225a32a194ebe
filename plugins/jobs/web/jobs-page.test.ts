import { afterEach, expect, test, vi } from 'vitest'
import {
  accessibilityProblems,
  mountPage,
  problem,
  variants,
  type FakeAnswers,
  type MountedPage,
  type MountOptions,
} from '@host/plugin-sdk/testing'
import type { Job, JobCount, PausedPlugin } from '../shared.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(async () => {
  vi.useRealTimers()
  await page.unmount()
})

const mail = { name: 'mail', title: 'Mail' }
const failed: Job = {
  id: 'job_1',
  plugin: mail,
  name: 'send',
  workspace: { id: 'wsp_1', name: 'Home' },
  state: 'failed',
  progress: null,
  error: 'timeout',
  fault: 'The mail server did not answer.',
  attempt: 8,
  attempts: 8,
  dueAt: '2026-01-02T10:00:00.000Z',
  createdAt: '2026-01-02T09:00:00.000Z',
  finishedAt: '2026-01-02T10:00:00.000Z',
}
const running: Job = {
  ...failed,
  id: 'job_2',
  workspace: null,
  name: 'sweep',
  state: 'running',
  progress: 0.4,
  error: null,
  fault: null,
  attempt: 1,
  finishedAt: null,
}
const count = (state: JobCount['state'], number: number): JobCount => ({
  plugin: mail,
  state,
  count: number,
  oldestAt: '2026-01-02T09:00:00.000Z',
})
const paused: PausedPlugin = {
  plugin: mail,
  since: '2026-01-02T10:00:00.000Z',
  until: '2999-01-02T10:05:00.000Z',
  isTrying: false,
  failures: 20,
  fault: 'No route to host.',
}
const list = 'GET /api/instance/jobs'
const filled: FakeAnswers = {
  [list]: { items: [failed, running], nextCursor: null },
  'GET /api/instance/jobs/counts': {
    items: [count('failed', 3), count('waiting', 10_000), count('done', 70)],
    nextCursor: null,
  },
  'GET /api/instance/jobs/pauses': { items: [paused], nextCursor: null },
}
const nothing = { items: [], nextCursor: null }
const empty: FakeAnswers = {
  [list]: nothing,
  'GET /api/instance/jobs/counts': nothing,
  'GET /api/instance/jobs/pauses': nothing,
}

const open = (answers: FakeAnswers, more: Partial<MountOptions> = {}) =>
  mountPage({ plugin, path: '/jobs', scope: 'instance', answers, ...more })
const button = (text: string) =>
  [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === text)
const press = (text: string) => page.act(() => button(text)?.click())
const sent = (method: string) =>
  page.requests.filter((one) => one.method === method).map(({ path, body }) => [path, body])

test('running, waiting, held and failed jobs are seen at a glance, by plugin and one by one', async () => {
  page = await open(filled)
  const figures = page.text()
  expect(figures).toMatch(/Running0None running.*Queued10,000\+.*Paused0None paused.*Failed3/)
  const [byPlugin, jobs] = [...document.querySelectorAll('table')].map(({ textContent }) => textContent)
  expect(byPlugin).toMatch(/Mail0.*10,000\+.*3.*Retry failed/)
  expect(jobs).toMatch(/Mail send.*Failed.*Home.*8 of 8.*The mail server did not answer/)
  expect(jobs).toMatch(/Mail sweep.*Running 40%.*Instance/)
})

test('jobs of the host are named in words, those of plugins by their name', async () => {
  const host = { name: 'host', title: 'Host' }
  const items = [
    { ...failed, plugin: host, name: 'mail.send' },
    { ...failed, id: 'job_3', plugin: host, name: 'identity.request' },
    { ...failed, id: 'job_4', plugin: host, name: 'identity.sweep' },
    { ...failed, id: 'job_5', name: 'mail.send' },
  ]
  page = await open({ ...filled, [list]: { items, nextCursor: null } })
  expect([...document.querySelectorAll('table')].at(-1)?.textContent).toMatch(
    /Host Email.*Host Account request.*Host Account cleanup.*Mail mail\.send/,
  )
})

test('a paused plugin is shown with the cause, and resumes when a user resumes it', async () => {
  page = await open({ ...filled, 'POST /api/instance/jobs/pauses/mail/resume': undefined })
  expect(page.find('[role=status]').textContent).toMatch(
    /Background work of Mail is paused20 attempts in a row have failed.*No route to host/,
  )
  await press('Resume now')
  expect(sent('POST')).toEqual([['/api/instance/jobs/pauses/mail/resume', {}]])
})

test('one that failed runs again from its details', async () => {
  page = await open({ ...filled, 'POST /api/instance/jobs/job_1/retry': undefined }, { path: '/jobs?open=job_1' })
  expect(document.body.textContent).toContain('timeout')
  await press('Retry')
  expect(sent('POST')).toEqual([['/api/instance/jobs/job_1/retry', {}]])
  expect(document.body.textContent).toContain('Job queued again')
})

test('a job is removed after a confirmation that names the loss; a running job offers neither', async () => {
  page = await open({ ...filled, 'DELETE /api/instance/jobs/job_1': undefined }, { path: '/jobs?open=job_1' })
  await press('Remove job')
  expect(page.find('[role=dialog] h2, [role=alertdialog] h2').textContent).toBe('Remove this job?')
  expect(sent('DELETE')).toEqual([])
  await press('Remove job')
  expect(sent('DELETE')).toEqual([['/api/instance/jobs/job_1', undefined]])
  await page.unmount()
  page = await open(filled, { path: '/jobs?open=job_2' })
  expect([button('Retry'), button('Remove job')]).toEqual([undefined, undefined])
})

test('all that failed of a plugin runs again after a question', async () => {
  page = await open({ ...filled, 'POST /api/instance/jobs/retry': { count: 3 } })
  await press('Retry failed')
  await press('Retry failed')
  expect(sent('POST')).toEqual([['/api/instance/jobs/retry', { plugin: 'mail' }]])
  expect(document.body.textContent).toContain('3 jobs queued again')
})

test('the address narrows the list down', async () => {
  page = await open(filled, { path: '/jobs?state=failed&plugin=mail&workspace=wsp_1' })
  const asked = page.requests.findLast(({ path }) => path === '/api/instance/jobs')?.query
  expect(Object.fromEntries(asked ?? [])).toEqual({ state: 'failed', plugin: 'mail', workspace: 'wsp_1' })
})

test('the page looks again by itself', async () => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
    shouldAdvanceTime: true,
  })
  page = await open(filled)
  const asked = () => page.requests.filter(({ path }) => path === '/api/instance/jobs').length
  const before = asked()
  await page.act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(asked()).toBeGreaterThanOrEqual(before + 2)
})

test('an instance without work is said to be quiet, and one without rights sees the standard view', async () => {
  page = await open(empty)
  expect(page.text()).toContain('No active jobs')
  expect(page.text()).toContain('None failed')
  await page.unmount()
  const refused = problem(403, 'forbidden', { title: 'Your role does not allow this' })
  page = await open({
    [list]: refused,
    'GET /api/instance/jobs/counts': refused,
    'GET /api/instance/jobs/pauses': refused,
  })
  expect(document.querySelector('table')).toBeNull()
})

test.each(variants)('nothing hinders anybody in $theme and $language, with jobs and without', async (variant) => {
  for (const [answers, path] of [
    [filled, '/jobs?open=job_1'],
    [empty, '/jobs'],
  ] as const) {
    page = await open(answers, { ...variant, path })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
