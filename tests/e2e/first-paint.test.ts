/** The first useful paint of the overview over a slow connection, for a signed-in user with an empty cache. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { measureOpening, type Opening } from './lab/first-paint.ts'
import { openStage, type Stage } from './lab/stage.ts'

/** The goal is 2.5 s; decision 0019 explains the tested limit and where the time goes. */
const budget = 3_500
/** The goal is 300 ms: the frame is in the page itself and waits for no other file. */
const frameBudget = 600
/** The best counts: a machine that does other things makes a page slower, and never faster. */
const tries = 5

describe('the first useful paint', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
  })

  after(() => stage[Symbol.asyncDispose]())

  test(`§P101 /admin is of use within ${budget / 1000} s on Fast 3G at a quarter of the processor`, async (t) => {
    const known = await stage.open()
    await known.goto('/admin')
    await known.getByRole('heading', { level: 1 }).waitFor()
    const profile = await known.context().storageState()
    await known.context().close()
    const openings: Opening[] = []
    const best = (part: keyof Opening): number => Math.min(...openings.map((one) => one[part]))
    while (openings.length < tries && best('use') > budget * 0.9) {
      openings.push(await measureOpening({ browser: stage.browser, url: `${stage.url}/admin`, profile }))
    }
    const rounded = (part: keyof Opening) => openings.map((one) => Math.round(one[part])).join(', ')
    t.diagnostic(
      `milliseconds until it is of use: ${rounded('use')}; until the frame, after the page has arrived: ${rounded('frame')}`,
    )
    assert.ok(best('use') <= budget, `the best of ${openings.length} took ${Math.round(best('use'))} ms`)
    assert.ok(best('frame') <= frameBudget, `the best frame of ${openings.length} took ${Math.round(best('frame'))} ms`)
  })

  test('§P102 a page has the color and the name of the instance from its first bytes on, and keeps them', async () => {
    const body = { name: 'Acme Cloud', accent: '#c2410c' }
    assert.equal((await stage.visitor.send('PATCH', '/api/instance/brand', { body })).status, 200)
    const bare = await stage.browser.newContext({ javaScriptEnabled: false })
    const first = await bare.newPage()
    await first.goto(`${stage.url}/login`)
    const accent = 'getComputedStyle(document.documentElement).getPropertyValue("--color-accent")'
    assert.match(await first.evaluate(accent), /light-dark\(#c2410c/)
    await bare.close()
    const page = await stage.open({ as: null })
    await page.goto('/login')
    const button = page.getByRole('button', { name: 'Sign in', exact: true })
    await button.waitFor()
    assert.equal(await page.title(), 'Acme Cloud')
    assert.equal(await button.evaluate((element) => getComputedStyle(element).backgroundColor), 'rgb(194, 65, 12)')
    await page.context().close()
  })
})
