/**
 * Checks the types of the developed plugins in the background: once the product serves, and again after each change.
 *
 *   waiting ──begin()──► checking ──done──► shown ──changed()──► checking
 *                           └──changed()──► that check is ended, another one begins
 *
 * One check at a time, at a low priority. It ends with its time limit at the latest, and delays no answer.
 */
import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findTypeErrors, findTypeScript } from '../plugin-test/find-type-errors.ts'
import { writeTypeError, type TypeFault } from '../plugin-test/read-type-errors.ts'
import type { ProcessFault } from './read-fault.ts'

/** The plugins to check, and where their errors are shown. */
export interface FollowedTypes {
  /** Those without a `tsconfig.json` or an installed TypeScript are left out. */
  readonly folders: readonly string[]
  readonly node: string
  /** Shows the first error in the pages, or that there is none. */
  readonly show: (fault: ProcessFault | undefined) => void
  /** Writes a line to the terminal. */
  readonly write: (line: string) => void
}

/** A check of types that follows changes. */
export interface TypeFollower extends Disposable {
  /** Called when the product serves; the first call begins. */
  readonly begin: () => void
  /** Called for every changed file. */
  readonly changed: (file: string) => void
}

/** Leaves the pages the time after a start, and an editor the time to write several files. */
const calmMilliseconds = 400
const mostLines = 20
const checked = /\.(?:[cm]?tsx?|json)$/
const unchecked = /\/(?:node_modules|\.host|dist)\//

/** Follows the types until it is disposed of. */
export function followTypes({ folders, node, show, write }: FollowedTypes): TypeFollower {
  const scripts = folders.flatMap((folder) => {
    const script = existsSync(join(folder, 'tsconfig.json')) ? findTypeScript(folder) : undefined
    return script === undefined ? [] : [{ folder, script }]
  })
  let current: AbortController | undefined
  let hadErrors = false
  const check = async (signal: AbortSignal): Promise<void> => {
    await sleep(calmMilliseconds, undefined, { signal })
    const faults: TypeFault[] = []
    for (const { folder, script } of scripts) {
      faults.push(...(await findTypeErrors(script, { node, folder, signal, isBackground: true })))
    }
    if (faults.length > 0) write(linesOf(faults))
    else if (hadErrors) write('No type errors.')
    hadErrors = faults.length > 0
    show(faultOf(faults))
  }
  const restart = (): void => {
    current?.abort()
    const own = new AbortController()
    current = own
    check(own.signal).catch((error: Error) => {
      if (!own.signal.aborted) write(`The types could not be checked: ${error.message}`)
    })
  }
  return {
    begin() {
      if (current === undefined && scripts.length > 0) restart()
    },
    changed(file) {
      const isOurs = scripts.some(({ folder }) => file.startsWith(folder + sep))
      if (current !== undefined && isOurs && checked.test(file) && !unchecked.test(file)) restart()
    },
    [Symbol.dispose]: () => current?.abort(),
  }
}

function linesOf(faults: readonly TypeFault[]): string {
  const rest = faults.length - mostLines
  const more = rest > 0 ? [`and ${rest} more type errors`] : []
  return [...faults.slice(0, mostLines).map(writeTypeError), ...more].join('\n')
}

function faultOf([first, ...others]: readonly TypeFault[]): ProcessFault | undefined {
  if (first === undefined || others.length === 0) return first
  return { ...first, message: `${first.message}\n(${others.length + 1} type errors; the terminal lists them)` }
}
