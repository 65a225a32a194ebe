import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { UpgradeCheckOut } from '../../shared.ts'
import { plugin } from '../index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const check: UpgradeCheckOut = {
  checkedAt: '2026-11-02T10:00:00.000Z',
  present: '1.0.0',
  next: '2.0.0',
  isInstalled: false,
  failure: null,
  statements: 2,
  unsafe: ['alter table papers drop column pages; -- unsafe: processes read it'],
  wayBack: 'The migration "drop-pages" is unknown.',
  added: ['maps'],
  removed: [],
  plugins: [
    {
      name: 'papers',
      title: 'Papers',
      from: '1.0.0',
      to: '1.1.0',
      requiredVersion: '2.0.0',
      changes: [
        { kind: 'column', name: 'papers.pages', change: 'removed', isBreaking: true },
        {
          kind: 'route',
          name: 'GET /api/x/papers',
          path: 'output.pages',
          change: 'changed',
          from: '80',
          to: '60',
          isBreaking: true,
        },
        { kind: 'console-menu', name: 'papers', change: 'added', isBreaking: false },
      ],
    },
  ],
  left: 3,
}
const mount = (answer: UpgradeCheckOut | null, variant = {}) =>
  mountPage({
    plugin,
    scope: 'instance',
    path: '/upgrades',
    answers: { 'GET /api/instance/upgrade-check': { check: answer } },
    ...variant,
  })

test.each(variants)('the page is accessible in $theme and $language, with a report and without', async (variant) => {
  page = await mount(check, variant)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.unmount()
  page = await mount(null, variant)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a report shows whether the build can take over, the steps, and every change, the breaking ones first', async () => {
  page = await mount(check)
  const text = page.text()
  for (const part of [
    'Can take over',
    '1.0.0 to 2.0.0',
    'Stop every process before you start this build',
    '2 statements',
    'Restore a backup',
    'The migration "drop-pages" is unknown.',
    'maps',
    'Needs version 2.0.0',
    'output.pages: 80 → 60',
    '3 more changes',
  ]) {
    expect(text).toContain(part)
  }
  const rows = Array.from(document.querySelectorAll('main li'), ({ textContent }) => textContent ?? '')
  expect(rows.filter((row) => row.includes('papers'))).toEqual([
    expect.stringContaining('drop column pages'),
    'RemovedBreakingColumnpapers.pages',
    'ChangedBreakingRouteGET /api/x/papersoutput.pages: 80 → 60',
    'AddedConsole menu entrypapers',
  ])
})

test('a build that must not take over shows why, and no way back', async () => {
  const failure = '"./host-new" does not start:\n  The press is jammed'
  page = await mount({ ...check, failure, statements: null, unsafe: [], wayBack: null, plugins: null, left: 0 })
  expect(page.find('main [role=alert]').textContent).toContain('The press is jammed')
  expect(page.text()).toContain('Must not take over')
  expect(page.text()).not.toMatch(/Way back|Database|can't describe/)
})

test('before the first check the page names the command', async () => {
  page = await mount(null)
  expect(page.text()).toContain('No upgrade was checked')
  expect(page.text()).toContain('./host upgrade --check ./host-new')
})
