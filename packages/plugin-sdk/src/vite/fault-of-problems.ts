import type { Fault } from './fault-board.ts'
import type { WebHalf } from './web-half.ts'

const place = /(\/[^\s"'()]+?\.(?:[cm]?[jt]sx?|css|json))(?::(\d+))?(?![\w/])/
const lineInWords = /\bon line (\d+)/
const pluginInWords = /^The plugin "([^"]+)"/

/**
 * Problems of a composition as one fault: all the sentences, at the place that the first one names. One that names only
 * its plugin is about the module that defines it.
 */
export function faultOfProblems(problems: readonly string[], halves: readonly WebHalf[]): Fault | undefined {
  const [first] = problems
  if (first === undefined) return undefined
  const [, named, number] = place.exec(first) ?? []
  const about = pluginInWords.exec(first)?.[1]
  const file = named ?? halves.find(({ name }) => name === about)?.entry
  const line = Number(number ?? lineInWords.exec(first)?.[1] ?? 1)
  return { message: problems.join('\n'), ...(file === undefined ? {} : { file, line }) }
}
