import { afterEach, expect, test } from 'vitest'
import {
  accessibilityProblems,
  mountPage,
  variants,
  type MountedPage,
  type MountOptions,
} from '@host/plugin-sdk/testing'
import type { PluginEntry } from '../../shared.ts'
import { plugin } from '../index.ts'

let page: MountedPage
afterEach(() => page.unmount())

const notes: PluginEntry = {
  name: 'notes',
  version: '1.2.0',
  title: 'Notes',
  description: 'Keeps notes',
  icon: 'box',
  category: 'Work',
  feature: 'notes',
  core: false,
  enabledByDefault: false,
  outOfTree: true,
  requires: ['files'],
  requiredBy: [],
  routes: [{ pattern: 'GET /api/x/notes/notes', audience: 'member' }],
  tables: ['notes_notes'],
  provides: ['notes.reader'],
  permissions: [{ name: 'notes.write', title: 'Write notes', role: 'member' }],
  events: ['note.created'],
  jobs: ['import-notes'],
  notices: ['Somebody shared a note'],
  settings: 'notes-storage',
  menuPaths: ['/notes'],
  instanceMenuPaths: [],
  health: 'ok',
  pausedUntil: null,
}
const files: PluginEntry = {
  ...notes,
  name: 'files',
  title: 'Files',
  outOfTree: false,
  core: true,
  requires: [],
  requiredBy: ['notes'],
  settings: null,
  health: 'degraded',
  healthCause: 'start',
  healthDetail: 'It could not start.',
  healthSince: '2026-01-02T10:00:00.000Z',
}
const mail: PluginEntry = {
  ...files,
  name: 'mail',
  title: 'Mail',
  requiredBy: [],
  healthCause: 'paused',
  pausedUntil: '2999-01-02T10:00:00.000Z',
}

const open = (path: `/${string}`, more: Partial<MountOptions> = {}) =>
  mountPage({
    plugin,
    path,
    scope: 'instance',
    answers: { 'GET /api/instance/plugins': { items: [notes, files, mail], nextCursor: null } },
    ...more,
  })
const rows = () => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
const panel = () => document.querySelector('aside, [role=dialog]')?.textContent ?? ''

test('every plugin is listed with its health; a paused one is marked', async () => {
  page = await open('/plugins')
  expect(rows().map((row) => /Files|Mail|Notes/.exec(row)?.[0])).toEqual(['Files', 'Mail', 'Notes'])
  expect(rows().map((row) => /Degraded|Paused|Healthy/.exec(row)?.[0])).toEqual(['Degraded', 'Paused', 'Healthy'])
})

test.each([
  ['troubled', ['Files', 'Mail']],
  ['paused', ['Mail']],
  ['off', ['Notes']],
  ['added', ['Notes']],
])('the state %s narrows the list down to %s', async (state, titles) => {
  page = await open(`/plugins?state=${state}`)
  expect(rows().map((row) => /Files|Mail|Notes/.exec(row)?.[0])).toEqual(titles)
})

test('a plugin shows its requirements and contributions, and links to its settings', async () => {
  page = await open('/plugins?open=notes')
  const parts = [
    'RequiresFiles',
    '/admin/notes',
    'notes_notes',
    'notes.write',
    'note.created',
    'import-notes',
    'Somebody shared a note',
  ]
  for (const part of [...parts, 'notes.reader', 'GET /api/x/notes/notesMember', 'Off by default']) {
    expect(panel()).toContain(part)
  }
  expect(document.querySelector('a[href="/instance/settings/notes-storage"]')).toBeTruthy()
  await page.click('a[href="/instance/plugins?open=files"]')
  expect(panel()).toContain('Required byNotes')
})

test('a failed start is shown with its time and its fix; a pause links to the jobs', async () => {
  page = await open('/plugins?open=files')
  expect(panel()).toMatch(/Failed to startSince .*restart the host/)
  expect(page.find('time').getAttribute('datetime')).toBe('2026-01-02T10:00:00.000Z')
  await page.unmount()
  page = await open('/plugins?open=mail')
  expect(panel()).toContain('Background work is paused')
  expect(document.querySelector('a[href="/instance/jobs?plugin=mail"]')).toBeTruthy()
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  page = await open('/plugins?open=mail', variant)
  expect(await accessibilityProblems(page)).toEqual([])
})
