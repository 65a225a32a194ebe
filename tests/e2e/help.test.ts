/** The help as people meet it: from a link of the product to a page that they can read. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { picture } from './lab/picture.ts'
import { inPair, pairs, turned } from './lab/restyle.ts'
import { measureShifts, assertSound } from './lab/soundness.ts'
import { openStage, type Stage } from './lab/stage.ts'

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

describe('help', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage[Symbol.asyncDispose]())

  const texts = [
    { language: 'en', title: /^Reading list$/, other: '中文' },
    { language: 'zh', title: /\p{Script=Han}/u, other: 'English' },
  ] as const
  for (const { language, title, other } of texts) {
    test(`a link of the product opens its page over the page, which stays: ${language}`, async () => {
      const pair = pairs[language]
      await using page = await stage.open({ language, ...pair[0] })
      await measureShifts(page.context())
      await page.goto('/admin/reading-list')
      await page.waitForURL(/@acme/)
      const address = page.url()
      await page.locator('main a[href^="/help/"]').click()
      const panel = page.getByRole('dialog')
      await panel.getByRole('heading', { level: 1, name: title }).waitFor()
      await panel.locator('.article > :first-child').waitFor()
      await inPair(page, pair, () => assertSound(page))
      assert.equal(page.url(), address)
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      assert.ok(await isFocused(page.locator('main a[href^="/help/"]')))
      await page.goto(`/help/reading-list?lang=${language}`)
      assert.match((await page.getByRole('heading', { level: 1 }).textContent()) ?? '', title)
      await page.getByRole('link', { name: other }).click()
      await page.waitForURL(/lang=/)
      await inPair(page, turned(pair), () => assertSound(page))
    })
  }

  test('the panel follows links of a page, searches as one types, and lists all pages', async () => {
    await using page = await stage.open()
    await page.goto('/admin')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill('Using the help')
    await page.getByRole('option', { name: 'Using the help' }).first().click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('heading', { level: 1, name: 'Using the help' }).waitFor()
    await panel.locator('.article a[href^="/help/"]').first().click()
    await panel.getByRole('heading', { level: 1, name: /^(?!Using the help)/ }).waitFor()
    await panel.getByRole('searchbox').fill('passkey')
    await panel.getByRole('link', { name: /^Passkeys/ }).click()
    await panel.getByRole('heading', { level: 1, name: 'Passkeys' }).waitFor()
    await panel.getByRole('button', { name: 'All pages' }).click()
    await panel.getByRole('heading', { level: 2, name: 'Getting started' }).waitFor()
    await panel.getByRole('searchbox').fill('zzzzzz')
    await panel.getByText('No results').waitFor()
  })

  test('§4.47 the help follows the language and the theme that were chosen in the product, and has no stray scrollbar', async () => {
    await using page = await stage.open({ as: null, language: 'en', theme: 'light', width: 1440 })
    await page.goto('/login')
    await page.getByRole('button', { name: 'Dark' }).click()
    await page.getByRole('button', { name: '中文' }).click()
    await page.waitForFunction(
      () => /host_language=zh/.test(document.cookie) && /host_theme=dark/.test(document.cookie),
    )
    await page.goto('/help/webhook-signatures')
    await page.getByRole('heading', { level: 1, name: /\p{Script=Han}/u }).waitFor()
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark')
    const outline = page.locator('.outline')
    assert.deepEqual(await outline.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0)
    await assertSound(page)
    await picture(page, 'help-chosen')
  })

  test('§4.46 a user who is not signed in reads the pages of every feature', async () => {
    await using page = await stage.open({ as: null })
    await page.goto('/help/reading-list')
    await page.getByRole('heading', { level: 1, name: 'Reading list' }).waitFor()
  })

  test('§7.17 an address that leads nowhere is a page with a way back', async () => {
    for (const look of [{ theme: 'dark', language: 'zh', width: 390 }, { width: 1440 }] as const) {
      await using page = await stage.open(look)
      await page.goto('/nowhere')
      await assertSound(page)
      await picture(page, `error-page-${look.width}`)
      await page.getByRole('link').click()
      await page.waitForURL(/\/admin/)
    }
  })

  test('the list, a search and an address that leads nowhere can be read too', async () => {
    await using page = await stage.open({ width: 390 })
    for (const path of ['/help', '/help?q=members', '/help/nowhere?lang=zh', '/help/search-and-shortcuts']) {
      await page.goto(path)
      await assertSound(page)
    }
  })

  test('§A94 the help is read with the keyboard alone: past the frame, a search, its first page, and tabs', async () => {
    await using page = await stage.open()
    await page.goto('/help/webhook-signatures?lang=en')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('href')), '#content')
    await page.keyboard.press('Enter')
    const second = page.locator('summary', { hasText: 'Python' })
    for (let steps = 0; steps < 20 && !(await isFocused(second)); steps += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('from standardwebhooks import Webhook').waitFor()
    await page.getByText("from 'standardwebhooks'").waitFor({ state: 'hidden' })
    await assertSound(page)
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('recovery code')
    await page.keyboard.press('Enter')
    await page.waitForURL(/[?&]q=recovery/)
    const first = page.getByRole('main').getByRole('link').first()
    await first.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/help\/recovery-codes\?/)
  })

  test('§A94 a search without results says so, and lists the pages, in both languages', async () => {
    for (const [language, sentence, other] of [
      ['en', /^No results/, /[?&]q=zebra/],
      ['zh', /^没有页面包含所有这些词语/, /[?&]q=zebra/],
    ] as const) {
      await using page = await stage.open({ width: 390 })
      await page.goto(`/help?lang=${language}&q=zebra`)
      await page.getByRole('main').getByText(sentence).waitFor()
      assert.equal(await page.getByRole('searchbox').inputValue(), 'zebra')
      assert.ok((await page.getByRole('main').getByRole('link').count()) > 20)
      assert.match(await page.title(), /^zebra · /)
      await assertSound(page)
      await page.getByRole('link', { name: language === 'en' ? '中文' : 'English' }).click()
      await page.waitForURL(other)
    }
  })

  test('the palette finds pages by their text', async () => {
    await using page = await stage.open()
    await page.goto('/admin')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill('spreadsheet')
    await page.getByRole('option', { name: 'Audit log' }).last().click()
    await page.getByRole('dialog').getByRole('heading', { name: 'Retention' }).waitFor()
  })
})
