import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Half } from '@host/inspect'

/** A place in the sources of a plugin. */
export interface SourcePlace {
  /** Relative to the plugin's folder. */
  readonly file: string
  readonly line?: number
}

/**
 * Finds a quoted text in the code of the server half; its entry if there is none.
 * @param after the text right before the intended place, such as `path: `
 */
export type Locate = (text: string, after?: RegExp) => SourcePlace

/** Finds texts in the modules of a half, the entry first. */
export function locateIn(half: Half, folder: string): Locate {
  const paths = [half.modules.entry, ...half.modules.modules.keys()]
  const modules = new Map(paths.map((path) => [relative(folder, path), readSource(path)]))
  const find = (text: string, after: RegExp | undefined): SourcePlace | undefined => {
    for (const [file, source] of modules) {
      const index = quotedPlaces(source, text).find(
        (place) => after === undefined || after.test(source.slice(0, place)),
      )
      if (index !== undefined) return { file, line: source.slice(0, index).split('\n').length }
    }
    return undefined
  }
  return (text, after) => {
    // The route of a tool is the host's; the plugin says its name.
    const tool = /^POST \/api\/x\/[^/]+\/tools\/(\w+)$/.exec(text)?.[1]
    const found = tool === undefined ? (find(text, after) ?? find(text, undefined)) : find(tool, /\bname:\s*$/)
    return found ?? { file: relative(folder, half.modules.entry) }
  }
}

function quotedPlaces(source: string, text: string): number[] {
  const places: number[] = []
  for (const quoted of [`'${text}'`, `"${text}"`, `\`${text}\``]) {
    for (let index = source.indexOf(quoted); index !== -1; index = source.indexOf(quoted, index + 1)) places.push(index)
  }
  return places.toSorted((one, other) => one - other)
}

function readSource(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
