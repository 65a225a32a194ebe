/** Hostile HTML against the reading pane of emails in a browser: nothing runs, and nothing is fetched. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './lab/browser.ts'
import { hostileHtml } from './lab/hostile-html.ts'
import { openReadingPane, type ReadingPane } from './lab/reading-pane.ts'

declare const showEmail: (html: string) => Promise<void>

describe('the reading pane', () => {
  let pane: ReadingPane
  let browser: Browser

  before(async () => {
    pane = await openReadingPane()
    browser = await launchBrowser()
  })

  after(async () => {
    await browser?.close()
    await pane?.[Symbol.asyncDispose]()
  })

  /** The pane in a page of its own, with everything that the browser asks for from then on. */
  const open = async () => {
    const page = await browser.newPage({ viewport: { width: 800, height: 600 } })
    page.setDefaultTimeout(20_000)
    await page.goto(pane.url)
    await frameOf(page).locator('p').waitFor()
    const asked: string[] = []
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    session.on('Network.requestWillBeSent', ({ request }) => asked.push(request.url))
    pane.trapped.length = 0
    return { page, asked }
  }

  test('runs nothing and fetches nothing of 300 hostile bodies', async () => {
    const bodies = hostileHtml(pane.trap)
    assert.ok(bodies.length >= 300)
    const { page, asked } = await open()
    const popups: string[] = []
    page.on('popup', (popup) => popups.push(popup.url()))
    page.on('dialog', (dialog) => void dialog.dismiss())
    await page.evaluate(async (all) => {
      for (const html of all) await showEmail(html)
    }, bodies)
    await show(page, '<p>The last one</p>')
    assert.equal(await frameOf(page).locator('p').textContent(), 'The last one')
    const ran = await page.evaluate(() => ['ran' in globalThis, frames.length, 'ran' in (frames[0] ?? {})])
    assert.deepEqual(ran, [false, 1, false])
    assert.equal(page.url(), `${pane.url}/admin/mail`)
    assert.deepEqual(popups, [])
    const outside = asked.filter((url) => !url.startsWith('data:') && url !== `${pane.url}/api/x/mail/frame`)
    assert.deepEqual(outside, [])
    assert.deepEqual(pane.trapped, [])
  })

  test('links show their true target and open in a tab that knows nothing of the page', async () => {
    const { page } = await open()
    const look = `<a href="${pane.trap}/true">https://bank.example/login</a>`
    await show(
      page,
      `${look} <a href="https://bank.example/x" title="other">bank.example</a> <a href="https://аpple.example">apple</a>`,
    )
    const links = frameOf(page).locator('a')
    assert.deepEqual(await links.allTextContents(), [
      'https://bank.example/login [→ 127.0.0.1]',
      'bank.example',
      'apple [→ xn--pple-43d.example]',
    ])
    assert.equal(await links.nth(1).getAttribute('title'), 'https://bank.example/x')
    await links.nth(0).hover()
    await page.locator('[data-link-target]', { hasText: `${pane.trap}/true` }).waitFor()
    const [popup] = await Promise.all([page.waitForEvent('popup'), links.nth(0).click()])
    await popup.waitForURL(`${pane.trap}/true`)
    assert.deepEqual(await popup.evaluate(() => [opener, document.referrer]), [null, ''])
  })

  test('the frame is as high as its content, which can neither grow with it nor leave it', async () => {
    const { page } = await open()
    const height = () => page.locator('iframe').evaluate(({ clientHeight }) => clientHeight)
    await show(page, '<div style="height:700px">x</div>')
    await page.locator('iframe[style*="height: 701px"]').waitFor()
    await show(page, '<style>@media (min-width: 1px) { .a { height: 300px } }</style><div class="a">x</div>')
    await page.locator('iframe[style*="height: 301px"]').waitFor()
    for (const rule of [
      'height:120vh',
      'min-height:calc(100vh + 9px)',
      'height:110%',
      'position:fixed;inset:-9999px',
    ]) {
      await show(page, `<style>html,body,div,p{${rule}!important}</style><p style="${rule}">x</p>`)
      for (let times = 0; times < 5; times += 1) await show(page, `<style>p{${rule}}</style><p style="${rule}">x</p>`)
      assert.ok((await height()) < 200, rule)
    }
    const box = await page.locator('iframe').boundingBox()
    assert.ok(box !== null && box.width <= 800)
  })

  test('4 MB of HTML are cut where a page still responds, and the email can be downloaded', async () => {
    const { page } = await open()
    for (const part of ['<p style="color:red">text</p>', '<table><tr><td>x']) {
      await show(page, part.repeat(Math.ceil(4_194_304 / part.length)))
      await page.getByText('This email is too long to show in full.').waitFor()
    }
    assert.match((await page.getByText('Download email').getAttribute('href')) ?? '', /\/api\/emails\/email_\d+\/raw/)
  })

  test('such bodies run and fetch in a page without protection', async () => {
    const page = await browser.newPage()
    pane.trapped.length = 0
    const bodies = hostileHtml(pane.trap).filter((_, at) => at % 10 === 0)
    for (const html of bodies) await page.setContent(html, { waitUntil: 'commit' })
    assert.ok(new Set(pane.trapped).size >= 5, `${pane.trapped.length} requests`)
  })
})

async function show(page: Page, html: string): Promise<void> {
  await page.evaluate((text) => showEmail(text), html)
}

function frameOf(page: Page) {
  return page.frameLocator('iframe')
}
