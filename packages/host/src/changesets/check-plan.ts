import { Problem, type FieldProblem, type PlanOptions } from '@host/plugin'
import { canonicalJson } from './canonical-json.ts'
import type { ChangeKinds, HandledChangeKind } from './change-kinds.ts'
import { changeLimits } from './change-limits.ts'

/** A part of a plan whose values fit its kind. */
export interface CheckedPart {
  readonly kind: HandledChangeKind
  readonly target: string
  /** The wanted values by their key; null deletes one. */
  readonly wanted: ReadonlyMap<string, unknown>
  /** The present values that the wanted ones were made of; null for one that was not there. */
  readonly seen: ReadonlyMap<string, unknown>
}

/** Wrong fields of one answer. */
const mostProblems = 50

/** @throws Problem `invalid_input` naming the keys; TypeError for a kind without a handler */
export async function checkPlan(
  kinds: Pick<ChangeKinds, 'require'>,
  plugin: string,
  options: PlanOptions,
): Promise<readonly CheckedPart[]> {
  const { parts } = options
  const wrong = [...textProblems(options)]
  const places = new Set(parts.map(({ kind, target }) => `${kind.name} ${target}`))
  if (parts.length < 1 || parts.length > changeLimits.parts || places.size < parts.length) {
    wrong.push({ path: 'parts', message: partsComplaint })
  }
  const count = parts.reduce((sum, { set }) => sum + set.size, 0)
  if (count > changeLimits.steps) wrong.push({ path: 'parts', message: tooMany })
  refuse(wrong)
  const checked: CheckedPart[] = []
  for (const [place, { kind, target, set, seen = new Map() }] of parts.entries()) {
    const handled = kinds.require(plugin, kind)
    if (!isText(target, changeLimits.target)) {
      wrong.push({ path: `parts.${place}.target`, message: between(changeLimits.target) })
    }
    checked.push({ kind: handled, target, seen, wanted: await checkValues(handled, { place, set, wrong }) })
  }
  refuse(wrong)
  return checked
}

/** @throws Problem `invalid_input` for a title or note that is not stored */
export function checkText(options: Pick<PlanOptions, 'title' | 'note'>): void {
  refuse(textProblems(options))
}

function textProblems({ title, note = '' }: Pick<PlanOptions, 'title' | 'note'>): readonly FieldProblem[] {
  return [
    ...(isText(title, changeLimits.title) ? [] : [{ path: 'title', message: between(changeLimits.title) }]),
    ...(note === '' || isText(note, changeLimits.note) ? [] : [{ path: 'note', message: between(changeLimits.note) }]),
  ]
}

interface Values {
  readonly place: number
  readonly set: ReadonlyMap<string, unknown>
  /** Collects the problems. */
  readonly wrong: FieldProblem[]
}

async function checkValues(
  { value: schema }: HandledChangeKind,
  { place, set, wrong }: Values,
): Promise<ReadonlyMap<string, unknown>> {
  const wanted = new Map<string, unknown>()
  for (const [key, given] of set) {
    const path = `parts.${place}.set.${key.slice(0, changeLimits.key)}`
    if (!isText(key, changeLimits.key)) wrong.push({ path, message: between(changeLimits.key) })
    else if (given === null) wanted.set(key, null)
    else {
      const pending = schema['~standard'].validate(given)
      // Waiting for each of 20,000 values would take longer than checking them.
      const result = pending instanceof Promise ? await pending : pending
      if (result.issues !== undefined) wrong.push({ path, message: result.issues[0]?.message ?? notJson })
      else if (isSmallJson(result.value)) wanted.set(key, result.value)
      else wrong.push({ path, message: notJson })
    }
    if (wrong.length >= mostProblems) return wanted
  }
  return wanted
}

function isSmallJson(value: unknown): boolean {
  try {
    return value !== null && canonicalJson(value).length <= changeLimits.valueBytes
  } catch {
    return false
  }
}

function isText(text: string, most: number): boolean {
  return text.length >= 1 && text.length <= most && isStorable(text)
}

/** Whether both databases store it. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function refuse(errors: readonly FieldProblem[]): void {
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
}

function between(most: number) {
  return { en: `Enter at most ${most} characters.`, zh: `请输入不超过 ${most} 个字符。` }
}

const partsComplaint = {
  en: `A plan has 1 to ${changeLimits.parts} parts, each with another target.`,
  zh: `一个变更计划包含 1 至 ${changeLimits.parts} 个部分，且目标各不相同。`,
}
const tooMany = {
  en: `A plan changes at most ${changeLimits.steps} values.`,
  zh: `一个变更计划最多更改 ${changeLimits.steps} 个值。`,
}
const notJson = {
  en: 'The value must be JSON of at most 64 KiB.',
  zh: '该值必须是不超过 64 KiB 的 JSON。',
}
