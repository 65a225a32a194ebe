/** Every component in every state: in the soak in each look, otherwise every other one in one of two looks. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './lab/browser.ts'
import { startGallery, type RunningGallery } from './lab/gallery.ts'
import { barriers } from './lab/barriers.ts'
import { watch } from './lab/watch.ts'

const all = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'zh'] as const).flatMap((language) => ([1440, 390] as const).map((width) => ({ theme, language, width }))),
)
const covering = all.filter(({ theme, language, width }) =>
  theme === 'light' ? language === 'en' && width === 1440 : language === 'zh' && width === 390,
)
const isSoak = process.env['HOST_SOAK'] === '1'
const looks = isSoak ? all : covering

describe('every component of the gallery is sound, with its dialogs and menus', { concurrency: 2 }, () => {
  let gallery: RunningGallery
  let browser: Browser

  before(async () => {
    gallery = await startGallery()
    browser = await launchBrowser()
    // The server compiles on the first visit, and may then reload.
    const page = await browser.newPage()
    await page.goto(`${gallery.url}/gallery/Button`, { waitUntil: 'networkidle' })
    await page.close()
  })

  after(async () => {
    await browser.close()
    await gallery[Symbol.asyncDispose]()
  })

  for (const [place, { theme, language, width }] of looks.entries()) {
    test(`${theme}-${language}-${width}`, async (t) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
      context.setDefaultTimeout(20_000)
      const page = await context.newPage()
      const begin = () => page.goto(`${gallery.url}/gallery?theme=${theme}&language=${language}`)
      await begin()
      const components = gallery.components.filter((_, index) => isSoak || index % (2 * looks.length) === place)
      assert.ok(components.length > 0)
      for (const component of components) {
        await t.test(`${component} ${theme} ${language} ${width}`, async () => {
          try {
            await inspect(page, component)
          } catch (error) {
            // Its open dialogs would affect the next test.
            await begin()
            throw error
          }
        })
      }
      await context.close()
    })
  }

  test('a settings field has its control beside its label where the room allows it, else below', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${gallery.url}/gallery/SettingsFields?theme=light&language=en&view=bare`)
    const placeOf = async (example: number) => {
      const label = await page.getByText('Device', { exact: true }).nth(example).boundingBox()
      const control = await page.getByRole('textbox', { name: 'Device' }).nth(example).boundingBox()
      if (label === null || control === null) throw new Error('The field is not shown.')
      if (control.y >= label.y + label.height) return 'below'
      return control.x >= label.x + label.width ? 'beside' : 'over'
    }
    await page.getByRole('textbox', { name: 'Device' }).first().waitFor()
    assert.deepEqual([await placeOf(0), await placeOf(1)], ['beside', 'below'])
    await page.setViewportSize({ width: 390, height: 900 })
    assert.deepEqual([await placeOf(0), await placeOf(1)], ['below', 'below'])
    await page.close()
  })
})

async function inspect(page: Page, component: string): Promise<void> {
  using watched = watch(page)
  await page.getByRole('link', { name: component, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: component, exact: true }).first().waitFor()
  await page.locator('main section').first().waitFor()
  assert.equal(await excess(page), 0, 'it is wider than the window')
  assert.deepEqual((await barriers(page)).filter(isReal), [])
  await inspectOpened(page)
  assert.deepEqual(watched.complaints, [])
}

/** Opens the first thing of each example that says it opens something, and closes it by the keyboard. */
async function inspectOpened(page: Page): Promise<void> {
  for (const example of await page.locator('main section[aria-labelledby]:has(> h2[lang=en])').all()) {
    const openers = example.locator(
      ':is(button, [role=combobox])[aria-haspopup]:not([aria-disabled=true], [disabled], [data-disabled])',
    )
    if ((await openers.count()) === 0) continue
    await openers.first().click()
    const opened = page.locator('[data-open]:visible').first()
    await opened.waitFor()
    const changed = ['[data-open]', '[aria-expanded=true]']
    assert.deepEqual((await barriers(page, { changed })).filter(isReal), [])
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'hidden' })
  }
}

/**
 * While the list of a text field is open, the library hides the rest of the page from screen readers, and closes the
 * list as soon as the focus leaves it: hidden content can't be reached. Examples on one page repeat landmarks that a
 * page has only once.
 */
function isReal(barrier: string): boolean {
  return !/^(?:aria-hidden-focus|page-has-heading-one):|^landmark-unique: .*<(?:section|nav) /.test(barrier)
}

function excess(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
