import { afterEach, expect, test, vi } from 'vitest'
import type { JobStatus } from '@host/plugin/wire'
import { fixturePlugin } from '../components/fixture-page.ts'
import { useSearch } from '../navigation/useSearch.ts'
import { problem } from '../testing/fake-server.ts'
import { mountPage, type MountedPage } from '../testing/mount-page.ts'
import { JobProgress } from './JobProgress.tsx'

let page: MountedPage
afterEach(async () => {
  vi.useRealTimers()
  await page.unmount()
})

const job: JobStatus = {
  id: 'job_1',
  plugin: 'notes',
  name: 'import',
  state: 'running',
  progress: 0.24,
  note: '1,200 of 5,000',
  error: null,
  startedBy: 'usr_1',
  createdAt: '2026-01-02T10:00:00.000Z',
  finishedAt: null,
}
const state: { job: JobStatus | Response } = { job }
const cancel = vi.fn()

function Page() {
  const [search, setSearch] = useSearch()
  return (
    <>
      <button type="button" id="start" onClick={() => setSearch({ job: 'job_1' })}>
        Import
      </button>
      <JobProgress id={search.get('job') ?? undefined} label="Importing" onCancel={cancel} done="All are here" />
    </>
  )
}

const answers = { 'GET /api/jobs/job_1': () => state.job }
const open = (path: `/${string}`) => mountPage({ plugin: fixturePlugin(Page), path, answers })
const asked = () => page.requests.filter(({ path }) => path === '/api/jobs/job_1').length

test('a job that is started shows how far it is, live, and its end', async () => {
  state.job = job
  page = await open('/fixture')
  expect([document.querySelector('[role=progressbar]'), asked()]).toEqual([null, 0])
  await page.click('#start')
  expect(page.find('[role=progressbar]').getAttribute('aria-valuenow')).toBe('24')
  expect(page.text()).toContain('1,200 of 5,000')
  state.job = { ...job, progress: 0.5, note: null }
  await page.changeElsewhere('/api/jobs/job_1')
  expect(page.find('[role=progressbar]').getAttribute('aria-valuenow')).toBe('50')
  expect(page.text()).toContain('Running')
  state.job = { ...job, state: 'done', progress: 1 }
  await page.changeElsewhere('/api/jobs/job_1')
  expect(page.find('[role=status]').textContent).toContain('All are here')
})

test('a reload finds the job again, since the address has its id', async () => {
  state.job = job
  page = await open('/fixture?job=job_1')
  expect(page.text()).toContain('1,200 of 5,000')
})

test('it is asked for again by itself until it has ended, and not after', async () => {
  state.job = job
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
    shouldAdvanceTime: true,
  })
  page = await open('/fixture?job=job_1')
  const before = asked()
  state.job = { ...job, state: 'failed', error: 'storage_full' }
  await page.act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(asked()).toBeGreaterThan(before)
  expect(page.find('[role=alert]').textContent).toMatch(/failed.*Start it again.*storage_full/)
  const ended = asked()
  await page.act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(asked()).toBe(ended)
})

test('a cancelable one offers it while it runs', async () => {
  state.job = job
  page = await open('/fixture?job=job_1')
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel')
  await page.act(() => button?.click())
  expect(cancel).toHaveBeenCalledOnce()
  state.job = { ...job, state: 'cancelled' }
  await page.changeElsewhere('/api/jobs/job_1')
  expect(page.text()).toContain('Cancelled')
  expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Import'])
})

test('a job that is not the reader’s, or ended long ago, is said to be unknown in its place', async () => {
  state.job = problem(404, 'not_found')
  page = await open('/fixture?job=job_1')
  expect(page.text()).toContain('No longer available')
  expect(page.find('#start')).toBeTruthy()
})
