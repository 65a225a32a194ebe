/** How the product writes times that are still to come. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openStage, type Stage } from './lab/stage.ts'
import { wordsOf, type Say } from './lab/words.ts'

const day = 86_400_000
const readers = [
  { language: 'en', locale: 'en-US', timezone: 'Pacific/Kiritimati' },
  { language: 'zh', locale: 'zh-CN', timezone: 'America/Los_Angeles' },
] as const

for (const { language, locale, timezone } of readers) {
  describe(`far-off times are dates, ${language}`, () => {
    let stage: Stage
    let say: Say
    let page: Page

    before(async () => {
      stage = await openStage()
      say = await wordsOf(language)
      page = await stage.open({ language, timezone })
    })

    after(() => stage[Symbol.asyncDispose]())

    /** A day as the reader's calendar has it, written as Chinese is set here: with a space beside numbers. */
    function dateOf(moment: number): string {
      const parts = { year: 'numeric', month: 'short', day: 'numeric' } as const
      return new Intl.DateTimeFormat(locale, { ...parts, timeZone: timezone }).format(moment).replaceAll(/\s/g, '')
    }

    /** Waits for one of the dates that the given number of days from now may be: midnight may have passed meanwhile. */
    async function showsDate(place: Locator, days: number, label = ''): Promise<void> {
      await place.waitFor()
      const text = (await place.innerText()).replaceAll(/\s/g, '')
      const dates = [Date.now() + days * day, Date.now() + days * day - 60_000].map(dateOf)
      const wanted = dates.map((date) => label.replaceAll(/\s/g, '') + date)
      assert.ok(
        wanted.some((one) => text.includes(one)),
        `${wanted.join(' or ')} in ${text}`,
      )
    }

    test('a token says the date on which it expires: when it is created, once it is shown, and in the list', async () => {
      await page.goto('/admin/settings/tokens')
      await page
        .getByRole('button', { name: say('api-tokens.create'), exact: true })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[name=name]').fill('Nightly report')
      await showsDate(dialog, 90)
      await dialog.locator('button[type=submit]').click()
      const shown = page.getByRole('dialog').filter({ hasText: say('api-tokens.secretHelp') })
      await showsDate(shown, 90, say('api-tokens.expires'))
      await shown.getByRole('button', { name: say('api-tokens.saved') }).click()
      const row = page.getByRole('listitem').filter({ hasText: 'Nightly report' })
      await showsDate(row, 90, say('api-tokens.expires'))
    })

    test('an invitation says the date on which it expires, beside its link and in the list', async () => {
      await page.goto('/admin/members')
      await page
        .getByRole('button', { name: say('workspaces.invitations.invite'), exact: true })
        .first()
        .click()
      await page.getByRole('dialog').locator('textarea').fill('grace@example.test')
      await page.getByRole('dialog').locator('button[type=submit]').click()
      const links = page.getByRole('dialog').filter({ hasText: say('workspaces.invitations.linksOnce') })
      await showsDate(links, 7, say('workspaces.invitations.expires'))
      await links.getByRole('button', { name: say('workspaces.invitations.done') }).click()
      const row = page.getByRole('listitem').filter({ hasText: 'grace@example.test' })
      await showsDate(row, 7, say('workspaces.invitations.expires'))
    })
  })
}
