/** Hostile help pages in a real browser, without the content security policy: rendering alone must be safe. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { parsePage } from '../../plugins/help/server/parse-page.ts'
import { renderPage } from '../../plugins/help/server/render-page.ts'
import { hostilePages, stays } from '../../plugins/help/server/testing/hostile-pages.ts'
import { launchBrowser } from './lab/browser.ts'

declare global {
  interface Window {
    ran?: boolean
  }
}

const address = 'https://host.test/help/hostile'
const isSoak = process.env['HOST_SOAK'] === '1'
const attacks = hostilePages.filter(({ name }) => !name.startsWith('bomb'))
const chosen = isSoak ? hostilePages : attacks.filter((_, index) => index % 3 === 0)

/** The state of a browser after a page was read and every part of it clicked, and the resolved links. */
async function pressEverything(
  page: Page,
  body: string,
): Promise<{ readonly text: string; readonly ran: boolean; readonly protocols: readonly string[] }> {
  const article = renderPage(parsePage(body), 'Title', 'en').article.toString()
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: `<!doctype html><main>${article}</main>` }),
  )
  await page.goto(address)
  const seen = await page.evaluate(() => {
    document.addEventListener(
      'click',
      (event) =>
        event.target instanceof Element && event.target.closest('a[href^="#"]') === null && event.preventDefault(),
    )
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      element.click()
      element.focus()
      for (const type of ['mouseover', 'load', 'error', 'toggle']) element.dispatchEvent(new Event(type))
    }
    const protocols = Array.from(document.querySelectorAll('a'), (link) => link.protocol)
    return { text: document.querySelector('main')?.textContent ?? '', ran: window.ran === true, protocols }
  })
  await page.unroute(address)
  return seen
}

describe('hostile help in a browser', () => {
  let browser: Browser
  let page: Page
  const asked: string[] = []
  before(async () => {
    browser = await launchBrowser()
    page = await browser.newPage()
    page.on('request', (request) => asked.push(request.url()))
    page.on('pageerror', (error) => asked.push(`script: ${error.message}`))
    page.on('dialog', (dialog) => asked.push(`dialog: ${dialog.message()}`))
  })
  after(() => browser.close())

  test('§A47 a page whose script does run is seen to run', async () => {
    await page.route(address, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script>ran = true</script>' }),
    )
    await page.goto(address)
    assert.equal(await page.evaluate(() => window.ran), true)
    await page.unroute(address)
  })

  for (const { name, body } of chosen) {
    test(`§A47 nothing of it runs, asks for anything or leads astray: ${name}`, async () => {
      asked.length = 0
      const { text, ran, protocols } = await pressEverything(page, body)
      assert.equal(ran, false)
      assert.deepEqual(
        protocols.filter((protocol) => !/^(?:https?|mailto):$/.test(protocol)),
        [],
      )
      assert.ok(text.includes(stays))
      const anonymousClients = asked.filter((url) => url !== address && !url.endsWith('/favicon.ico'))
      assert.deepEqual(anonymousClients, [])
    })
  }
})
