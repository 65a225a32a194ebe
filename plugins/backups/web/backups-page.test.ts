import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { defineUIPlugin, lazyPage, Widgets } from '@host/plugin-sdk'
import {
  accessibilityProblems,
  mountPage,
  problem,
  variants,
  type FakeAnswers,
  type MountedPage,
  type MountOptions,
} from '@host/plugin-sdk/testing'
import type { Backups, Run } from '../shared.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(async () => {
  await page.unmount()
})

const hour = 3_600_000
const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString()

const backup: Run = {
  id: 'brun_1',
  kind: 'backup',
  state: 'done',
  startedAt: ago(6 * hour),
  finishedAt: ago(6 * hour - 45_000),
  backupId: 'bak_1',
  backupAt: ago(6 * hour),
  bytes: 9_000_000,
  added: 1_200,
  note: null,
}
const drill: Run = { ...backup, id: 'brun_2', kind: 'drill', finishedAt: ago(6 * hour - 180_000), added: 0 }
const failed: Run = { ...backup, id: 'brun_3', state: 'failed', bytes: null, added: null, note: 'The disk is full.' }
const proved: Backups = {
  items: [failed, drill, backup],
  nextCursor: null,
  place: '/srv/backups',
  isEncrypted: true,
  schedules: {
    backup: { cron: '30 2 * * *', nextAt: ago(-hour) },
    drill: { cron: '30 4 * * 0', nextAt: ago(-2 * hour) },
  },
  running: { backup: false, drill: false },
  lastBackup: backup,
  lastProof: drill,
  hold: null,
  troubles: ['backup_failed'],
}
const unset: Backups = {
  ...proved,
  items: [],
  place: null,
  isEncrypted: false,
  schedules: null,
  lastBackup: null,
  lastProof: null,
  troubles: [],
}

const held: Backups = {
  ...proved,
  hold: { backupId: 'bak_1', backupAt: ago(6 * hour), restoredAt: ago(hour), waitingJobs: 12 },
}

const list = 'GET /api/instance/backups'
const open = (backups: Backups, more: FakeAnswers = {}, options: Partial<MountOptions> = {}) =>
  mountPage({ plugin, path: '/backups', scope: 'instance', answers: { [list]: backups, ...more }, ...options })
const button = (text: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text)
const sent = () => page.requests.filter(({ method }) => method === 'POST').map(({ path }) => path)

test('one sentence tells what a lost disk would cost, by the last backup and the last drill', async () => {
  page = await open(proved)
  expect(page.text()).toContain('If the disk died now, you would lose the last 6 hours and be back in about 3 minutes.')
  await page.unmount()
  page = await open({ ...proved, lastProof: null })
  expect(page.text()).toContain('you would lose the last 6 hours. No drill has proved yet')
  await page.unmount()
  page = await open({ ...proved, lastBackup: null, lastProof: null })
  expect(page.text()).toContain('you would lose everything')
})

test('the runs are listed with state, duration, size, new bytes and the reason of a failure', async () => {
  page = await open(proved)
  const rows = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatch(/Backup.*The disk is full\..*Failed/)
  expect(rows[1]).toMatch(/Drill.*Done.*3 minutes/)
  expect(rows[2]).toMatch(/Backup.*Done.*45 seconds.*9 MB.*1\.2 kB/)
  expect(document.querySelector('[role=alert]')?.textContent).toContain('The last backup failed')
})

test('a backup and a drill start on request, and not while one runs', async () => {
  const answers = { 'POST /api/instance/backup': undefined, 'POST /api/instance/backups/drill': undefined }
  page = await open(proved, answers)
  await page.act(() => button('Back up now')?.click())
  expect(document.body.textContent).toContain('Backup started')
  await page.act(() => button('Test last backup')?.click())
  expect(sent()).toEqual(['/api/instance/backup', '/api/instance/backups/drill'])
  await page.unmount()
  page = await open({ ...proved, running: { backup: true, drill: false } })
  expect(button('Backing up…')?.getAttribute('aria-disabled')).toBe('true')
})

test('a refused start is shown with its reason', async () => {
  const refused = problem(409, 'conflict', { detail: 'A backup is already running. Wait until it ends.' })
  page = await open(proved, { 'POST /api/instance/backup': refused })
  await page.act(() => button('Back up now')?.click())
  expect(document.body.textContent).toContain('A backup is already running')
})

test('no backup is made on request while background work is held', async () => {
  page = await open(held)
  expect(button('Back up now')).toBeUndefined()
})

/** A page with the notices of the console, as the console shows them above every page. */
const noticed = defineUIPlugin({
  ...plugin,
  instanceRoutes: [
    {
      path: '/notice',
      Component: lazyPage(async () => ({ default: () => createElement(Widgets, { slot: 'instance.notices' }) })),
    },
  ],
})

test('held background work is released after a question that says what will run', async () => {
  page = await mountPage({
    plugin: noticed,
    path: '/notice',
    scope: 'instance',
    answers: { [list]: held, 'POST /api/instance/backups/release': undefined },
  })
  expect(document.querySelector('[role=status]')?.textContent).toMatch(
    /Restored from the backup of.*12 jobs are due and wait/,
  )
  await page.act(() => button('Release')?.click())
  expect(page.find('[role=dialog], [role=alertdialog]').textContent).toMatch(
    /12 jobs that are due run at once.*may be sent again/,
  )
  expect(sent()).toEqual([])
  await page.act(() =>
    [...document.querySelectorAll('button')].findLast((one) => one.textContent === 'Release')?.click(),
  )
  expect(sent()).toEqual(['/api/instance/backups/release'])
})

test('without a place the page shows how to set backups up, with commands to copy', async () => {
  page = await open(unset)
  expect(page.text()).toMatch(/Set up backups.*host backups key.*HOST_BACKUP=/)
  expect(button('Back up now')).toBeUndefined()
})

test.each(variants)('the page has no accessibility problem in $theme and $language', async (variant) => {
  for (const backups of [proved, held, unset]) {
    page = await open(backups, {}, variant)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
