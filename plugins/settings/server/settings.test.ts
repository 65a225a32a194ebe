import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { readUserSettings, saveUserSettings, type UserSettings } from '../shared.ts'
import { plugin } from './index.ts'

const open = () => createTestHost({ plugins: [plugin] })
const untouched: UserSettings = {
  theme: 'system',
  language: null,
  density: 'comfortable',
  motion: 'system',
  timeZone: null,
  shortcuts: true,
}
const own: UserSettings = {
  theme: 'dark',
  language: 'zh',
  density: 'compact',
  motion: 'reduced',
  timeZone: 'Asia/Shanghai',
  shortcuts: false,
}

test('a user without settings has those of a new account', async () => {
  await using host = await open()
  assert.deepEqual(await host.as('member').call(readUserSettings), untouched)
  assert.deepEqual(await host.as('instanceAdmin').call(readUserSettings), untouched)
  assert.equal((await host.as('anonymous').get('/api/user/settings')).status, 401)
})

test('personal settings belong to their user, in every workspace, and the last save counts', async () => {
  await using host = await open()
  assert.deepEqual(await host.as('member').call(saveUserSettings, own), own)
  assert.deepEqual(await host.as('member').call(readUserSettings), own)
  assert.deepEqual(await host.as('owner').call(readUserSettings), untouched)
  await host.as('member').call(saveUserSettings, { ...own, theme: 'light' })
  assert.equal((await host.as('member').call(readUserSettings)).theme, 'light')
})

const wrong: readonly (readonly [field: string, value: unknown])[] = [
  ['theme', 'blue'],
  ['language', 'fr'],
  ['density', 'spacious'],
  ['motion', 'full'],
  ['timeZone', 'Mars/Olympus'],
  ['timeZone', '+02:00'],
  // Names that Intl takes, and no time zone database has.
  ['timeZone', 'PST'],
  ['timeZone', 'SystemV/EST5'],
  ['timeZone', ''],
  ['shortcuts', 'yes'],
  ['colour', 'blue'],
]

for (const [field, value] of wrong) {
  test(`${field} ${JSON.stringify(value)} is refused by name, and nothing is saved`, async () => {
    await using host = await open()
    const answer = await host.as('member').send('PUT', '/api/user/settings', { body: { ...own, [field]: value } })
    assert.equal(answer.status, 400)
    const { errors } = (await answer.json()) as { errors: readonly { path: string }[] }
    assert.deepEqual(
      errors.map(({ path }) => path),
      [field],
    )
    assert.deepEqual(await host.as('member').call(readUserSettings), untouched)
  })
}
