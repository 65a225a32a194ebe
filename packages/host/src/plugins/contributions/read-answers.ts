/** Answers of hooks, checked: they come from code that may never have been compiled, and go to every user's shell. */
import type { AnyPlugin, ChecklistItem, ReadinessItem, SearchHit } from '@host/plugin'
import type { MenuBadge } from '@host/plugin/platform'

const mostHits = 20
const mostSteps = 10
const mostWaiting = 999
const longestText = 200
const longestPath = 500

/** The records that a `search` found, the first 20. @throws TypeError */
export function readHits(answer: unknown): readonly SearchHit[] {
  return readList(answer, mostHits).map(({ title, detail, path }) => ({
    title: readText(title, 'title'),
    ...(detail === undefined ? {} : { detail: readText(detail, 'detail') }),
    path: readPath(path),
  }))
}

/** The steps of a `checklist`, the first 10. @throws TypeError */
export function readSteps(answer: unknown): readonly ChecklistItem[] {
  const steps = readList(answer, mostSteps).map(({ id, title, path, done }) => {
    if (typeof done !== 'boolean') throw new TypeError('"done" must be true or false')
    return { id: readId(id), title: readText(title, 'title'), path: readPath(path), done }
  })
  if (new Set(steps.map(({ id }) => id)).size < steps.length) throw new TypeError('two steps have the same "id"')
  return steps
}

/** The items of a `readiness`, the first 10. @throws TypeError */
export function readReadiness(answer: unknown): readonly ReadinessItem[] {
  const items = readList(answer, mostSteps).map(({ id, title, state, reason, fix, path, help }) => {
    const isState = (states as readonly unknown[]).includes(state)
    if (!isState) throw new TypeError(`"state" must be ${states.join(', ')}`)
    if (help !== undefined && (typeof help !== 'string' || !idForm.test(help))) {
      throw new TypeError('"help" must be a slug')
    }
    return {
      id: readId(id),
      title: readText(title, 'title'),
      state: state as ReadinessItem['state'],
      ...(reason !== undefined && { reason: readText(reason, 'reason') }),
      ...(fix !== undefined && { fix: readText(fix, 'fix') }),
      ...(path !== undefined && { path: readPath(path) }),
      ...(help !== undefined && { help }),
    }
  })
  if (new Set(items.map(({ id }) => id)).size < items.length) throw new TypeError('two items have the same "id"')
  return items
}

const states = ['ok', 'warn', 'fail', 'unknown'] as const satisfies readonly ReadinessItem['state'][]
const idForm = /^[a-z\d][a-z\d-]{0,63}$/

function readId(id: unknown): string {
  if (typeof id === 'string' && idForm.test(id)) return id
  throw new TypeError('the "id" of a step must be lowercase letters, digits, and hyphens')
}

/** The menus where something waits, with how much. @throws TypeError */
export function readCounts(answer: unknown, { menus = [] }: AnyPlugin): readonly MenuBadge[] {
  const counts = readRecord(answer, 'badges must return an object of counts by menu id')
  return Object.entries(counts).flatMap(([id, count]) => {
    const menu = menus.find((each) => each.id === id)
    if (menu === undefined) throw new TypeError(`it has no menu "${id.slice(0, 80)}"`)
    if (!Number.isInteger(count) || Number(count) < 0) throw new TypeError(`the count of "${id}" must be an integer`)
    return count === 0 ? [] : [{ path: menu.path, count: Math.min(Number(count), mostWaiting) }]
  })
}

type Fields = Readonly<Record<string, unknown>>

function readList(answer: unknown, most: number): readonly Fields[] {
  if (!Array.isArray(answer)) throw new TypeError('it must return a list')
  return Array.from(answer.slice(0, most), (item: unknown) =>
    readRecord(item, 'each entry of its list must be an object'),
  )
}

function readRecord(value: unknown, rule: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError(rule)
  return value as Fields
}

function readText(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw new TypeError(`"${name}" must be a string`)
  const text = value.slice(0, 4 * longestText).trim()
  const characters = Array.from(text)
  return characters.length <= longestText ? text : `${characters.slice(0, longestText - 1).join('')}…`
}

/** A path leads to a page of this shell: no other site, nothing that a browser would read as one. */
function readPath(path: unknown): string {
  // bounded: one look ahead, at the second character.
  const isPath = typeof path === 'string' && path.length <= longestPath && /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(path)
  if (!isPath || /\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(path)) {
    throw new TypeError('"path" must be a path of the workspace shell, such as "/notes"')
  }
  return path
}
