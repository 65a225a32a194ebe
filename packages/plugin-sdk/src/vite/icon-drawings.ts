import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { iconNames } from '../icons/icon-names.ts'
import type { IconSet } from '../icons/icon-set.ts'

/** Every icon that there is, from the data of lucide. */
export function readIconDrawings(): IconSet {
  const file = createRequire(import.meta.url).resolve('lucide-static/icon-nodes.json')
  return JSON.parse(readFileSync(file, 'utf8')) as IconSet
}

/** The drawings of the names that a build uses, without those that the SDK has anyway. */
export function pickIcons(drawings: IconSet, names: Iterable<string>): IconSet {
  const wanted = [...new Set(names)].filter((name) => !iconNames.some((known) => known === name)).toSorted()
  return Object.fromEntries(wanted.flatMap((name) => (drawings[name] === undefined ? [] : [[name, drawings[name]]])))
}
