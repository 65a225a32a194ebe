/** The first useful paint of the overview over a slow connection, for a signed-in user with an empty cache. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { firstUsefulPaint } from './lab/first-paint.ts'
import { openStage, type Stage } from './lab/stage.ts'

/** The goal is 2.5 s; decision 0019 explains the tested limit and where the time goes. */
const budget = 3_500
/** The best counts: a machine that does other things makes a page slower, and never faster. */
const tries = 5

describe('the first useful paint', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
  })

  after(() => stage[Symbol.asyncDispose]())

  test(`/admin is of use within ${budget / 1000} s on Fast 3G at a quarter of the processor`, async (t) => {
    const known = await stage.open()
    await known.goto('/admin')
    await known.getByRole('heading', { level: 1 }).waitFor()
    const profile = await known.context().storageState()
    await known.context().close()
    const times: number[] = []
    while (times.length < tries && Math.min(...times) > budget * 0.9) {
      times.push(await firstUsefulPaint({ browser: stage.browser, url: `${stage.url}/admin`, profile }))
    }
    t.diagnostic(`milliseconds: ${times.map(Math.round).join(', ')}`)
    assert.ok(Math.min(...times) <= budget, `the best of ${times.length} took ${Math.round(Math.min(...times))} ms`)
  })
})
