/** Short links in a browser: created by a key, followed, led by a rule, and counted while the page is open. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { freePort } from '../../packages/cli/src/dev/free-port.ts'
import { until } from '../../packages/host/testing/until.ts'
import { openListening } from './lab/shell.ts'
import { assertSound, measureShifts } from './lab/soundness.ts'
import { openStage, type Look, type Stage } from './lab/stage.ts'
import { openInPlace, openSettled } from './lab/settle.ts'

/** The decoder that the pages check codes with. */
const decoder = createRequire(new URL('../../plugins/links/package.json', import.meta.url)).resolve('qr/decode.js')
const patience = 60_000
const shared = 'go.localhost'
const target = 'https://www.example.com/autumn'
const apps = 'https://apps.example.com/'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const looks = [
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'zh', theme: 'dark', width: 390 },
] as const satisfies readonly Look[]

let stage: Stage
let port: number

/** Where a visit with a program is led. */
const follow = async (path: string, agent: string): Promise<string | undefined> =>
  await new Promise((resolve, reject) => {
    const headers = { host: `${shared}:${port}`, 'user-agent': agent }
    const sent = request({ port, path, headers, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.headers.location)
    })
    sent.on('error', reject).end()
  })

describe('short links', () => {
  before(async () => {
    port = await freePort()
    const url = `http://localhost:${port}`
    stage = await openStage({ port, url, env: { HOST_PUBLIC_URL: url, HOST_SHARED_HOST: shared } })
  })

  after(async () => await stage?.[Symbol.asyncDispose]())

  testCreationAndSharing()
  testRulesAndPictures()
})

function testCreationAndSharing(): void {
  test('a person creates one with a key, leads phones elsewhere, and sees a click arrive', async () => {
    const page = await stage.open()
    page.setDefaultTimeout(patience)
    await page.goto('/admin/links')
    await page.getByRole('heading', { name: 'Short links' }).waitFor()
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.locator('[name=url]').fill(target)
    await dialog.locator('[name=slug]').fill('autumn')
    await page.keyboard.press('Enter')
    await page.getByText(shared).first().waitFor()
    assert.equal(await follow('/autumn', firefox), target)

    const { body } = await stage.visitor.get<{ items: readonly { id: string }[] }>('/api/x/links/links')
    const id = body.items[0]?.id ?? ''
    await page.goto(`/admin/links/${id}/rules`)
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByRole('combobox', { name: 'Rule 1, condition 1: subject' }).click()
    await page.getByRole('option', { name: 'Device' }).click()
    await page.getByRole('combobox', { name: 'Rule 1, condition 1: values' }).click()
    await page.getByRole('option', { name: 'Phone' }).click()
    await page.getByLabel('Leads to').fill(apps)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Rules saved').waitFor()
    assert.equal(await follow('/autumn', phone), apps)
    assert.equal(await follow('/autumn', firefox), target)

    // The page is told of changes from when it listens on.
    const clicksOf = () => stage.visitor.get<{ items: readonly unknown[] }>(`/api/x/links/clicks?linkId=${id}`)
    await until(async () => (await clicksOf()).body.items.length === 3)
    await openListening(page, `/admin/links/${id}`)
    await page.getByText('Mobile Safari').waitFor()
    const clicks = page.locator('p', { hasText: /^3$/ }).first()
    await clicks.waitFor()
    await follow('/autumn', firefox)
    await page.locator('p', { hasText: /^4$/ }).first().waitFor()
    await page.context().close()
  })

  test('a link is reverted, and its statistics are shared with a person who has no account', async () => {
    const { body } = await stage.visitor.get<{ items: readonly { id: string }[] }>('/api/x/links/links')
    const id = body.items[0]?.id ?? ''
    const page = await stage.open()
    page.setDefaultTimeout(patience)
    await page.goto(`/admin/links/${id}/history`)
    await page.getByText('Rule 1 added: Device is Phone').waitFor()
    await page.getByRole('button', { name: 'Revert to version 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revert', exact: true }).click()
    await page.getByText('Link reverted').waitFor()
    assert.equal(await follow('/autumn', phone), target)

    await page.goto(`/admin/links/${id}`)
    await page.getByRole('button', { name: 'Share statistics' }).click()
    await page.getByRole('switch', { name: 'Share statistics' }).click()
    const address = page.getByRole('link', { name: /\/p\/links\// })
    const path = new URL((await address.getAttribute('href')) ?? '').pathname
    await page.context().close()
    for (const look of looks) {
      const visitor = await stage.open(look)
      await visitor.context().clearCookies()
      await openSettled(visitor, path)
      await visitor.getByRole('heading', { name: `${shared}/autumn` }).waitFor()
      assert.equal(await visitor.getByText(target).count(), 0)
      await assertSound(visitor)
      await visitor.context().close()
    }
  })

  test('a person imports a file and tags its links', async () => {
    const page = await stage.open()
    page.setDefaultTimeout(patience)
    await page.goto('/admin/links/import')
    const text = `shortUrl,longUrl,tags,visits\nhttps://old.example/one,${target}1,print,7\nhttps://old.example/autumn,${target}2,,0\n`
    const file = { name: 'shlink.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('exported by Shlink').waitFor()
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByText('1 link can be imported.').waitFor()
    await page.getByText('Another link has this slug.').waitFor()
    await page.getByRole('button', { name: 'Import 1 link' }).click()
    await page.getByText('1 link was imported.').waitFor()
    assert.equal(await follow('/one', firefox), `${target}1`)

    await page.goto('/admin/links?tag=print')
    await page.getByRole('checkbox', { name: `${shared}/one` }).click()
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('menuitem', { name: 'Edit tags' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').first().fill('second')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Change links' }).click()
    await page.getByText('1 link changed').waitFor()
    await page.getByText('second').first().waitFor()
    await page.goto('/admin/links/labels')
    await page.getByRole('link', { name: 'second' }).waitFor()
    await page.context().close()
  })
}

function testRulesAndPictures(): void {
  test('rules are put in order by dragging', async () => {
    const { body: link } = await stage.visitor.post<{ id: string }>('/api/x/links/links', {
      url: target,
      slug: 'order',
    })
    const rules = ['first', 'second', 'third'].map((name) => ({
      url: `https://${name}.example.com/`,
      conditions: [{ on: 'query', name, values: [] }],
    }))
    const path = `/api/x/links/links/${link.id}/rules`
    assert.equal((await stage.visitor.send('PUT', path, { body: { rules } })).status, 200)
    const page = await stage.open()
    page.setDefaultTimeout(patience)
    await page.goto(`/admin/links/${link.id}/rules`)
    const grip = page.locator('.cursor-grab')
    await grip.nth(2).hover()
    await page.mouse.down()
    const box = await page.getByRole('heading', { name: 'Rule 1' }).boundingBox()
    await page.mouse.move(box?.x ?? 0, box?.y ?? 0, { steps: 8 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Rules saved').waitFor()
    const { body } = await stage.visitor.get<{ rules: readonly { url: string }[] }>(path)
    const order = ['third', 'first', 'second'].map((name) => `https://${name}.example.com/`)
    assert.deepEqual(
      body.rules.map(({ url }) => url),
      order,
    )
    await page.context().close()
  })

  test('a downloaded QR code with a logo is read as the address', async () => {
    const slug = 'printed'
    const { body: link } = await stage.visitor.post<{ id: string }>('/api/x/links/links', { url: target, slug })
    const page = await stage.open()
    page.setDefaultTimeout(patience)
    await page.goto(`/admin/links/${link.id}`)
    await page.getByRole('button', { name: 'QR code' }).click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await redPng(page) })
    await page.getByText('A logo needs the highest error correction.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PNG', exact: true }).click(),
    ])
    const { width, height, data } = await pixelsOf(page, await readFile(await download.path()))
    const { default: decode } = (await import(decoder)) as { default: (image: object) => string }
    assert.equal(decode({ width, height, data }), `http://${shared}:${port}/${slug}`)
    await page.context().close()
  })

  test('a preview is drawn as messengers get it, while people are redirected', async () => {
    const slug = 'shown'
    const { body: link } = await stage.visitor.post<{ id: string }>('/api/x/links/links', { url: target, slug })
    const page = await stage.open()
    page.setDefaultTimeout(patience)
    await page.goto(`/admin/links/${link.id}/settings`)
    const panel = page.getByRole('region', { name: 'Social preview' })
    await panel.locator('[name=previewTitle]').fill('Autumn & winter')
    await panel.getByRole('button', { name: 'Save preview' }).click()
    await page.getByText('Preview saved').waitFor()
    const picture = { name: 'red.png', mimeType: 'image/png', buffer: await redPng(page) }
    await panel.locator('input[type=file]').setInputFiles(picture)
    const card = panel.getByRole('figure')
    await card.getByText('Autumn & winter').waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('figure img')?.naturalWidth === 64)
    const seen = await page.context().browser()?.newContext({ userAgent: 'facebookexternalhit/1.1' })
    assert.ok(seen)
    const shown = await seen.newPage()
    await shown.goto(`http://${shared}:${port}/${slug}`)
    const image = await shown.locator('meta[property="og:image"]').getAttribute('content')
    assert.equal(await shown.title(), 'Autumn & winter')
    const answer = await shown.goto(image ?? '')
    assert.deepEqual(await answer?.body(), picture.buffer)
    assert.equal(await follow(`/${slug}`, firefox), target)
    await seen.close()
    await page.context().close()
  })

  for (const [turn, look] of looks.entries()) {
    test(`the pages of a link are sound: ${look.language}, ${look.theme}, ${look.width} px`, async () => {
      const { body } = await stage.visitor.get<{ items: readonly { id: string }[] }>('/api/x/links/links')
      const id = body.items[0]?.id ?? ''
      const page = await stage.open(look)
      await measureShifts(page.context())
      const paths = [
        '/admin/links',
        `/admin/links/${id}`,
        `/admin/links/${id}/clicks`,
        `/admin/links/${id}/rules`,
        `/admin/links/${id}/history`,
        `/admin/links/${id}/settings`,
        '/admin/links/hosts',
        '/admin/links/labels',
        '/admin/links/import',
      ]
      for (const [place, path] of paths.entries()) {
        // Each page is loaded in one look, and reached from the last one in the other.
        await (place % looks.length === turn ? openSettled : openInPlace)(page, path)
        await assertSound(page)
      }
      await page.context().close()
    })
  }
}

/** A red square. */
async function redPng(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 64
    const context = canvas.getContext('2d')
    if (context !== null) {
      context.fillStyle = 'red'
      context.fillRect(0, 0, 64, 64)
    }
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** The pixels of a picture. As base64 they leave the browser in a moment; as a list of numbers they take ten seconds. */
async function pixelsOf(page: Page, png: Buffer) {
  const { pixels, ...size } = await page.evaluate(async (file) => {
    const picture = await createImageBitmap(new Blob([Uint8Array.fromBase64(file)]))
    const canvas = document.createElement('canvas')
    canvas.width = picture.width
    canvas.height = picture.height
    const context = canvas.getContext('2d')
    context?.drawImage(picture, 0, 0)
    const { width, height, data } = context?.getImageData(0, 0, picture.width, picture.height) ?? new ImageData(1, 1)
    return { width, height, pixels: new Uint8Array(data).toBase64() }
  }, png.toString('base64'))
  return { ...size, data: Uint8ClampedArray.from(Buffer.from(pixels, 'base64')) }
}
