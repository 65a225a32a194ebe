/** Pages without sign-in, as their visitors see them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertSound, measureShifts } from './lab/soundness.ts'
import { openStage, type Stage } from './lab/stage.ts'

const texts = {
  en: { name: 'Your name', sign: 'Sign', signed: 'Thank you. Your name is on the card.' },
  zh: { name: '您的姓名', sign: '签名', signed: '谢谢，您的姓名已写在贺卡上。' },
} as const

const title = 'For Ada & </title>Grace'

describe('public pages', () => {
  let stage: Stage

  const gate = async (enabled: boolean): Promise<unknown> =>
    await stage.visitor.send('PUT', '/api/features/gated', { body: { enabled } })

  before(async () => {
    stage = await openStage()
    await gate(true)
    const { status } = await stage.visitor.post('/api/x/gated/cards', { slug: 'ada', title })
    assert.equal(status, 204)
  })

  after(() => stage[Symbol.asyncDispose]())

  for (const language of ['en', 'zh'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      test(`a visitor reads and signs a card without a cookie: ${language}, ${theme}`, async () => {
        const page = await stage.open({ as: null, language, theme, width: 390 })
        await measureShifts(page.context())
        const faults: string[] = []
        const asked: string[] = []
        page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
        page.on('pageerror', (error) => faults.push(error.message))
        page.on('request', (request) => asked.push(new URL(request.url()).pathname))
        await page.goto('/p/gated/ada')
        await page.getByRole('heading', { name: title }).waitFor()
        assert.equal(await page.title(), `${title} · Acme`)
        assert.equal(await page.locator('html').getAttribute('lang'), language === 'zh' ? 'zh-CN' : 'en')
        await assertSound(page)
        const { name, sign, signed } = texts[language]
        await page.getByLabel(name).fill(`Visitor ${language} ${theme}`)
        await page.keyboard.press('Enter')
        await page.getByRole('status').getByText(signed).waitFor()
        assert.equal(await page.getByRole('button', { name: sign }).count(), 0)
        await assertSound(page)
        await page.reload()
        await page.getByText(`Visitor ${language} ${theme}`).waitFor()
        assert.deepEqual(await page.context().cookies(), [])
        assert.deepEqual(faults, [])
        assert.deepEqual(
          asked.filter((path) => /^\/api\/|\/(?:frame|login|console)-/.test(path)),
          [],
        )
        await page.context().close()
      })
    }
  }

  test('a card is gone with its feature, and comes back with it', async () => {
    const read = async () => (await fetch(`${stage.url}/p/gated/ada`, { headers: { accept: 'text/html' } })).status
    await gate(false)
    assert.equal(await read(), 404)
    await gate(true)
    assert.equal(await read(), 200)
  })
})
