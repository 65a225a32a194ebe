import { Problem, type EndpointInput, type Queries, type WorkspaceScope } from '@host/plugin'
import { changeLinks, createLinks, deleteLinks, type Link } from '../../shared.ts'
import { changeRow, judgeChange } from '../links/change-link.ts'
import { insertLink, readyLink, type Creator, type NewLink, type ReadyLink } from '../links/create-link.ts'
import { deleteRow } from '../links/delete-link.ts'
import { shownColumns, shownLinks } from '../links/link-rows.ts'
import { withinQuota } from '../links/link-totals.ts'
import { requireOpenLink } from '../links/links-quota.ts'
import { underPath } from '../links/under-path.ts'
import type { Tables } from '../models.ts'
import type { LinksMux, Parts } from '../parts.ts'

/** Routes of changes of many links: each in one transaction, all or none. */
export function mountBulk(mux: LinksMux, parts: Parts): void {
  mux.endpoint(createLinks, async (scope) => ({ items: await createAll(parts, scope, scope.input.links) }))
  mux.endpoint(changeLinks, async (scope) => ({ changed: await changeAll(parts, scope, scope.input) }))
  mux.endpoint(deleteLinks, async (scope) => ({ deleted: await deleteAll(parts, scope, scope.input.ids) }))
}

async function createAll(parts: Parts, caller: Creator, inputs: readonly NewLink[]): Promise<Link[]> {
  const { db, audit } = caller
  const ready: ReadyLink[] = []
  for (const [at, input] of inputs.entries()) {
    ready.push(await underPath(`links.${at}`, () => readyLink(parts, caller, input)))
  }
  const store = async (tx: Queries<Tables>): Promise<readonly string[]> => {
    const added: string[] = []
    for (const [at, link] of ready.entries()) {
      added.push((await underPath(`links.${at}`, () => insertLink(parts, { caller, tx }, link))).id)
    }
    audit.describe({ after: { links: added.length, ids: added } })
    return added
  }
  const ids = await withinQuota(parts, caller, { links: ready.length, store })
  const rows = await db.selectFrom('links_links').select(shownColumns).where('id', 'in', ids).execute()
  const links = new Map((await shownLinks(parts, db, rows)).map((link) => [link.id, link]))
  return ids.flatMap((id) => links.get(id) ?? [])
}

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>

async function changeAll(
  parts: Parts,
  { db, orgId, userId, audit }: Scope,
  { ids, ...change }: EndpointInput<typeof changeLinks>,
): Promise<number> {
  await judgeChange(parts, db, change)
  const places = placesOf(ids)
  for (const [id, at] of places) await named(at, () => requireOpenLink(parts, { db, orgId }, id))
  await db.transaction(async (tx) => {
    for (const [id, at] of places) await named(at, () => changeRow(parts, { tx, orgId, userId }, { ...change, id }))
    audit.describe({ after: { links: places.length, ...change, ids } })
  })
  return places.length
}

async function deleteAll(parts: Parts, { db, orgId, audit }: Scope, ids: readonly string[]): Promise<number> {
  const places = placesOf(ids)
  await db.transaction(async (tx) => {
    for (const [id, at] of places) await named(at, () => deleteRow(parts, { tx, orgId }, id))
    audit.describe({ after: { links: places.length, ids } })
  })
  return places.length
}

/** Links with their places, each once, in the order in which every transaction locks them. */
function placesOf(ids: readonly string[]): readonly (readonly [id: string, at: number])[] {
  const places = new Map(ids.map((id, at) => [id, at] as const).toReversed())
  return [...places].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** Names the place of a link that is not there, or can't be changed. */
async function named<Result>(at: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const isGone = error.code === 'not_found'
    const [message = unknown] = isGone ? [] : (error.options.errors ?? []).map((each) => each.message)
    const detail = isGone ? unknown : error.options.detail
    throw new Problem(error.code, {
      ...error.options,
      ...(detail === undefined ? {} : { detail }),
      errors: [{ path: `ids.${at}`, message }],
      cause: error,
    })
  }
}

const unknown = { en: 'This workspace has no such link.', zh: '此工作区没有这个链接。' }
