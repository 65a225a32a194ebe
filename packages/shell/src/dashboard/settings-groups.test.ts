import { describe, expect, it } from 'vitest'
import { settingsGroups, type SettingsEntry } from './settings-groups.ts'

const entry = (path: string, settings: SettingsEntry['menu']['settings'], feature = 'Notes'): SettingsEntry => ({
  menu: { path, feature, ...(settings !== undefined && { settings }) },
})

function outline(entries: readonly SettingsEntry[]) {
  return settingsGroups(entries).map(({ id, parts }) => [
    id,
    parts.map(({ feature, entries: inside }) => [feature ?? null, inside.map(({ menu }) => menu.path)]),
  ])
}

describe('the settings', () => {
  it('§P99 lists the groups in one order, each with its entries in the order of the server', () => {
    const entries = [
      entry('/settings/tokens', 'developers'),
      entry('/members', 'workspace'),
      entry('/settings/profile', 'account'),
      entry('/audit', 'workspace'),
    ]
    expect(outline(entries)).toEqual([
      ['workspace', [[null, ['/members', '/audit']]]],
      ['account', [[null, ['/settings/profile']]]],
      ['developers', [[null, ['/settings/tokens']]]],
    ])
  })

  it('§P99 lists settings of features under the name of their feature', () => {
    const entries = [
      entry('/links/hosts', 'features', 'Links'),
      entry('/mail/senders', 'features', 'Mail'),
      entry('/settings/links', 'features', 'Links'),
    ]
    expect(outline(entries)).toEqual([
      [
        'features',
        [
          ['Links', ['/links/hosts', '/settings/links']],
          ['Mail', ['/mail/senders']],
        ],
      ],
    ])
  })

  it('omits entries of the sidebar, and groups without entries', () => {
    expect(outline([entry('/', undefined)])).toEqual([])
  })
})
