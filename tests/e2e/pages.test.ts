/**
 * Every page in every look: all twelve in the soak. Otherwise three that have each theme, language and width: a page is
 * looked at in one of them, the next one in the next look. The soak loads each page; otherwise one of three is loaded, and
 * the others arrive as a link of the last one brings them, which moves nothing either.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { furnish, furnishNewcomers } from './lab/furnish.ts'
import { picture } from './lab/picture.ts'
import { assertFitsSmallest, assertSound, forgetShifts, measureShifts } from './lab/soundness.ts'
import { openInPlace, openSettled } from './lab/settle.ts'
import { openStage, type Look, type Person, type Stage } from './lab/stage.ts'
import type { Looker, Visit } from './lab/visit.ts'
import { everyVisit } from './lab/visits.ts'
import { watch } from './lab/watch.ts'

type Shape = Required<Pick<Look, 'theme' | 'language' | 'width'>>

const all: readonly Shape[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'zh'] as const).flatMap((language) =>
    ([1440, 768, 390] as const).map((width) => ({ theme, language, width })),
  ),
)
const isSoak = process.env['HOST_SOAK'] === '1'
const chosen = (process.env['HOST_TEST_LOOKS'] ?? 'light-en-1440,light-zh-768,dark-zh-390').split(',')
const looks = isSoak ? all : all.filter((look) => chosen.includes(Object.values(look).join('-')))
if (looks.length === 0) throw new Error(`There is no look among ${chosen.join()}; write light-en-1440 or the like.`)
const isWhole = isSoak || process.env['HOST_TEST_LOOKS'] !== undefined

describe(
  '§P100 every page is sound: no barrier, nothing moves or sticks out, no complaint',
  { concurrency: isSoak ? 2 : 3 },
  () => {
    let stage: Stage
    let people: Readonly<Record<Looker, Person | null>>

    before(async () => {
      stage = await openStage()
      const { member } = await furnish(stage.visitor)
      people = { nobody: null, owner: stage.owner, member, ...(await furnishNewcomers(stage)) }
    })

    after(() => stage[Symbol.asyncDispose]())

    for (const [turn, look] of looks.entries()) {
      const name = Object.values(look).join('-')
      test(name, async (t) => {
        const pages = new Map<Looker, Page>()
        const pageOf = async (looker: Looker): Promise<Page> => {
          const page = pages.get(looker) ?? (await stage.open({ ...look, as: people[looker] }))
          if (!pages.has(looker)) await measureShifts(page.context())
          pages.set(looker, page)
          return page
        }
        const visits = (await everyVisit(stage.visitor)).filter(({ width = look.width }) => width === look.width)
        for (const [place, visit] of visits.entries()) {
          if (!isWhole && isElsewhere(visit, place, turn)) continue
          await t.test(`${visit.name} ${name}`, async () => {
            if (visit.needsProof === true) await leave(pages, visit.as ?? 'owner')
            const page = await pageOf(visit.as ?? 'owner')
            const isLoaded = isWhole || (visit.isOpened !== true && Math.floor(place / looks.length) % 3 === 0)
            try {
              await inspect(page, visit, { name: `${visit.name}-${name}`, isLoaded })
            } finally {
              if (visit.isLast === true) await leave(pages, visit.as ?? 'owner')
            }
          })
        }
        for (const looker of pages.keys()) await leave(pages, looker)
      })
    }
  },
)

/** Whether a visit is left to the other looks; one that fits a width, or is followed by others, is left to none. */
function isElsewhere({ isOpened = false, width, act, isLast = false }: Visit, place: number, turn: number): boolean {
  if (width !== undefined || (!isOpened && (act !== undefined || isLast))) return false
  return place % looks.length !== turn
}

async function leave(pages: Map<Looker, Page>, looker: Looker): Promise<void> {
  await pages.get(looker)?.context().close()
  pages.delete(looker)
}

/** Documents in which another page can be opened: nothing failed in them, and no changes wait to be saved. */
const reusable = new WeakSet<Page>()

interface Viewing {
  readonly name: string
  /** Whether the document is loaded in any case. */
  readonly isLoaded: boolean
}

async function inspect(page: Page, visit: Visit, { name, isLoaded }: Viewing): Promise<void> {
  const { path, act, isUnsaved = false, awaitsAnswer = false, complains = false } = visit
  using watched = watch(page)
  const isReused = reusable.delete(page) && !isLoaded
  await (isReused ? openInPlace : openSettled)(page, path)
  await act?.(page)
  if (awaitsAnswer) await forgetShifts(page)
  await picture(page, name)
  await assertSound(page, visit)
  if (page.viewportSize()?.width === 390) await assertFitsSmallest(page)
  assert.deepEqual(watched.anonymousClients, [])
  if (!complains) assert.deepEqual(watched.complaints, [])
  if (!isUnsaved) reusable.add(page)
}
