import { resolve, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** An error that the type checker has found. */
export interface TypeFault {
  /** Its code and text, over several lines where it has reasons. */
  readonly message: string
  /** Undefined for an error of the configuration. */
  readonly file?: string
  readonly line?: number
  readonly column?: number
}

const placed = /^(.+?)\((\d+),(\d+)\): error (TS\d+: .*)$/
const unplaced = /^error (TS\d+: .*)$/

/** Reads what `tsc --pretty false` has written. @param folder where it ran */
export function readTypeErrors(output: string, folder: string): readonly TypeFault[] {
  const found: { message: string; file?: string; line?: number; column?: number }[] = []
  for (const text of stripVTControlCharacters(output).split('\n')) {
    const [, path, line, column, sentence] = placed.exec(text) ?? []
    const [, alone] = unplaced.exec(text) ?? []
    if (path !== undefined && sentence !== undefined) {
      found.push({ message: sentence, file: resolve(folder, path), line: Number(line), column: Number(column) })
    } else if (alone !== undefined) found.push({ message: alone })
    else if (text.startsWith(' ')) (found.at(-1) ?? { message: '' }).message += `\n${text}`
  }
  return found
}

/**
 * The errors that a plugin's author can fix. In a checkout the contract is read as sources, by the plugin's settings
 * instead of its own.
 */
export function ownTypeErrors(
  faults: readonly TypeFault[],
  { folder, checkout }: { readonly folder: string; readonly checkout: string | undefined },
): readonly TypeFault[] {
  if (checkout === undefined) return faults
  return faults.filter(
    ({ file }) => file === undefined || file.startsWith(folder + sep) || !file.startsWith(checkout + sep),
  )
}

/** An error as a line for the terminal. */
export function writeTypeError({ message, file, line, column }: TypeFault): string {
  return file === undefined ? message : `${file}:${line}:${column} ${message}`
}
