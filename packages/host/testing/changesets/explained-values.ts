import { toyKind, type Toy } from './toy-plugin.ts'

/** The values of a target that began empty, as its history explains them: every applied step, in the order of versions. */
export async function explained(toy: Toy, orgId: string, target = 'a'): Promise<Readonly<Record<string, unknown>>> {
  const values = new Map<string, unknown>()
  const service = toy.service()
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const of = { kind: toyKind, target }
    const page = await service.history(orgId, of, { limit: 200, ...(cursor !== undefined && { cursor }) })
    ids.unshift(...page.items.map(({ id }) => id).toReversed())
    cursor = page.nextCursor
  }
  for (const id of ids) {
    const { items } = await service.steps(orgId, id, { limit: 200 })
    for (const { key, after, state } of items) {
      if (state !== 'applied') continue
      if (after === null) values.delete(key)
      else values.set(key, after)
    }
  }
  return Object.fromEntries([...values].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
