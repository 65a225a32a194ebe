/** Every page in every look: all twelve in the soak, and otherwise three that have each theme, language and width. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { furnish } from './lab/furnish.ts'
import { picture } from './lab/picture.ts'
import { assertSound, measureShifts } from './lab/soundness.ts'
import { openSettled } from './lab/settle.ts'
import { openStage, type Look, type Stage } from './lab/stage.ts'
import { everyVisit, type Visit } from './lab/visits.ts'
import { watch } from './lab/watch.ts'

const all = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'zh'] as const).flatMap((language) =>
    ([1440, 768, 390] as const).map((width) => ({ theme, language, width })),
  ),
)
const chosen: ReadonlySet<string> = new Set(['light-en-1440', 'light-zh-768', 'dark-zh-390'])
const covering = all.filter((look) => chosen.has(Object.values(look).join('-')))
const looks: readonly Required<Omit<Look, 'as' | 'timezone'>>[] = process.env['HOST_SOAK'] === '1' ? all : covering

describe('every page is sound: no barrier, nothing moves or sticks out, no complaint', { concurrency: 2 }, () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
    await furnish(stage.visitor)
  })

  after(() => stage[Symbol.asyncDispose]())

  for (const look of looks) {
    const name = Object.values(look).join('-')
    test(name, async (t) => {
      const [nobody, owner] = [await stage.open({ ...look, as: null }), await stage.open(look)]
      await Promise.all([nobody, owner].map((page) => measureShifts(page.context())))
      for (const visit of await everyVisit(stage.visitor)) {
        if (visit.width !== undefined && visit.width !== look.width) continue
        const page = visit.isPublic === true ? nobody : owner
        await t.test(`${visit.name} ${name}`, () => inspect(page, visit, `${visit.name}-${name}`))
      }
      await Promise.all([nobody, owner].map((page) => page.context().close()))
    })
  }
})

async function inspect(page: Page, { path, act, complains = false }: Visit, name: string): Promise<void> {
  using watched = watch(page)
  await openSettled(page, path)
  await act?.(page)
  await picture(page, name)
  await assertSound(page)
  assert.deepEqual(watched.strangers, [])
  if (!complains) assert.deepEqual(watched.complaints, [])
}
