import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { LinkImport } from '../shared.ts'
import { link, linkHosts } from './fixture.ts'
import { plugin } from './index.ts'

const printed = { ...link, id: 'link_2', slug: 'poster', printedAt: link.createdAt, tags: ['a', 'b', 'c', 'd'] }
const known: LinkImport = {
  id: 'linkimport_1',
  name: 'links.csv',
  format: 'dub',
  columns: ['Short link', 'Destination URL', 'Clicks'],
  examples: [['dub.sh/try', 'https://www.example.com/', '42']],
  rows: 2,
  mapping: ['shortUrl', 'url', 'clicksBefore'],
  host: null,
  collisions: null,
  jobId: null,
  report: null,
}
const checked: LinkImport = {
  ...known,
  host: 'go.example.com',
  collisions: 'rename',
  jobId: 'job_1',
  report: {
    dryRun: true,
    counts: { new: 1, renamed: 0, exists: 0, collision: 0, invalid: 1 },
    lines: [{ line: 3, outcome: 'invalid', slug: 'x', field: 'url', message: 'Enter a full web address.' }],
  },
}
const job = {
  id: 'job_1',
  plugin: 'links',
  name: 'run-import',
  state: 'done',
  progress: 1,
  note: null,
  error: null,
  startedBy: null,
  createdAt: link.createdAt,
  finishedAt: link.createdAt,
}
const answers = {
  'GET /api/x/links/links': { items: [link, printed], nextCursor: null },
  'GET /api/x/links/hosts': { items: linkHosts },
  'GET /api/x/links/tags': { items: [{ id: 'linktag_1', name: 'Autumn' }] },
  'GET /api/x/links/folders': { items: [{ id: 'linkfolder_1', name: 'Newsletters' }] },
  'GET /api/x/links/imports/linkimport_1': known,
  'GET /api/jobs/job_1': job,
}

let page: MountedPage
afterEach(() => page?.unmount())

const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, path, answers: { ...answers, ...more } })
const sent = (method: string, path: string) =>
  page.requests.filter((request) => request.method === method && request.path === path)
const button = (text: string) =>
  Array.from(document.querySelectorAll<HTMLElement>('button, [role=menuitem]')).find(
    ({ textContent }) => textContent === text,
  )
const press = async (text: string) => {
  await expect.poll(() => button(text)).toBeTruthy()
  await page.act(() => button(text)?.click())
}
const chooseAll = async () => {
  const boxes = Array.from(document.querySelectorAll<HTMLElement>('tbody [role=checkbox], tbody input[type=checkbox]'))
  for (const box of boxes) await page.act(() => box.click())
}

test('rows show their tags, a few of them at most', async () => {
  page = await open('/links')
  for (const text of ['a', 'b', 'c', '+1']) expect(page.text()).toContain(text)
})

test('chosen links are archived in one call', async () => {
  page = await open('/links', { 'PATCH /api/x/links/links/bulk': { changed: 2 } })
  await chooseAll()
  await press('Change')
  await press('Archive')
  await expect
    .poll(() => sent('PATCH', '/api/x/links/links/bulk')[0]?.body)
    .toEqual({
      ids: ['link_1', 'link_2'],
      isArchived: true,
    })
})

test('chosen links expire at a moment, or never', async () => {
  page = await open('/links', { 'PATCH /api/x/links/links/bulk': { changed: 2 } })
  for (const [at, moment] of [
    [0, '2040-01-02T03:04'],
    [1, ''],
  ] as const) {
    await chooseAll()
    await press('Change')
    await press('Set expiry')
    await expect.poll(() => document.querySelector('[role=dialog] input')).toBeTruthy()
    if (moment !== '') await page.fill('[role=dialog] input', moment)
    await press('Change links')
    await expect
      .poll(() => sent('PATCH', '/api/x/links/links/bulk')[at]?.body)
      .toEqual({ ids: ['link_1', 'link_2'], expiresAt: moment === '' ? null : new Date(moment).toISOString() })
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  }
})

test('chosen links are deleted after a question that names how many and warns of printed ones', async () => {
  page = await open('/links', { 'POST /api/x/links/links/bulk/delete': { deleted: 2 } })
  await chooseAll()
  await press('Delete links')
  await expect.poll(() => document.querySelector('[role=dialog]')?.textContent).toContain('Delete 2 links?')
  expect(page.find('[role=dialog]').textContent).toContain('The QR code of 1 was downloaded')
  expect(sent('POST', '/api/x/links/links/bulk/delete')).toEqual([])
  await page.act(() =>
    Array.from(page.find('[role=dialog]').querySelectorAll('button'))
      .find(({ textContent }) => textContent === 'Delete links')
      ?.click(),
  )
  await expect
    .poll(() => sent('POST', '/api/x/links/links/bulk/delete')[0]?.body)
    .toEqual({ ids: ['link_1', 'link_2'] })
})

test('a refused change of chosen links is shown, and they stay chosen', async () => {
  const refusal = problem(404, 'not_found', {
    errors: [{ path: 'ids.1', message: 'This workspace has no such link.' }],
  })
  page = await open('/links', { 'PATCH /api/x/links/links/bulk': refusal })
  await chooseAll()
  await press('Change')
  await press('Disable')
  await expect.poll(() => page.text()).toContain('Title of not_found')
  expect(page.text()).toContain('2 selected')
})

test('tags and folders are created, and link to their links', async () => {
  page = await open('/links/labels', { 'POST /api/x/links/tags': { id: 'linktag_2', name: 'Print' } })
  expect(page.find('a[href$="/links?tag=Autumn"]')).toBeTruthy()
  expect(page.find('a[href$="/links?folderId=linkfolder_1"]')).toBeTruthy()
  await press('Create tag')
  await page.fill('[role=dialog] [name=name]', 'Print')
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(sent('POST', '/api/x/links/tags')[0]?.body).toEqual({ name: 'Print' })
})

test('a file that was given is checked with its columns', async () => {
  page = await open('/links/import?id=linkimport_1', { 'POST /api/x/links/imports/linkimport_1/run': checked })
  expect(page.text()).toContain('links.csv: 2 links, exported by Dub.')
  await press('Check file')
  await expect
    .poll(() => sent('POST', '/api/x/links/imports/linkimport_1/run')[0]?.body)
    .toEqual({
      dryRun: true,
      mapping: ['shortUrl', 'url', 'clicksBefore'],
      collisions: 'skip',
    })
})

test('a check names the lines that need a look, and imports the others', async () => {
  page = await open('/links/import?id=linkimport_1', {
    'GET /api/x/links/imports/linkimport_1': checked,
    'POST /api/x/links/imports/linkimport_1/run': checked,
  })
  for (const text of ['1 link can be imported.', 'Enter a full web address.']) expect(page.text()).toContain(text)
  await press('Import 1 link')
  await expect
    .poll(() => sent('POST', '/api/x/links/imports/linkimport_1/run')[0]?.body)
    .toEqual({
      dryRun: false,
      mapping: ['shortUrl', 'url', 'clicksBefore'],
      // As it was checked, also by a page that was opened again.
      collisions: 'rename',
      host: 'go.example.com',
    })
})

test('a refused file is refused where it was chosen', async () => {
  const refusal = problem(400, 'invalid_input', { errors: [{ path: 'text', message: 'The file is not valid JSON.' }] })
  page = await open('/links/import', { 'POST /api/x/links/imports': refusal })
  const input = page.find<HTMLInputElement>('input[type=file]')
  const files = new DataTransfer()
  files.items.add(new File(['[{'], 'links.json', { type: 'application/json' }))
  await page.act(() => {
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect.poll(() => page.text()).toContain('The file is not valid JSON.')
  expect(sent('POST', '/api/x/links/imports')[0]?.body).toEqual({ name: 'links.json', text: '[{' })
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const path of ['/links/labels', '/links/import', '/links/import?id=linkimport_1'] as const) {
    page = await mountPage({ plugin, path, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
  const report = { ...answers, 'GET /api/x/links/imports/linkimport_1': checked }
  page = await mountPage({ plugin, path: '/links/import?id=linkimport_1', answers: report, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
})
