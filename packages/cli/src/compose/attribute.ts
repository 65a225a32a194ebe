import { dirname, join } from 'node:path'
import { BuildFailure, quote } from '@host/inspect'
import type { ReadPlugin } from './check-plugins.ts'
import { sentence, type Sentence } from './problem.ts'

/** A plugin by its registered name, with the operator's text for it. */
export interface NamedPlugin extends ReadPlugin {
  readonly name: string
}

/**
 * A finding of the host, of the bundler or of the page build, attributed to its entry: the one whose name is quoted in
 * it or whose file it names, else the one whose name is a word of it. A finding about two plugins is attributed to the
 * later one, which was added last.
 */
export function attribute(problem: string, plugins: readonly NamedPlugin[]): Sentence {
  const about =
    plugins.findLast((plugin) => isQuoted(problem, plugin)) ?? plugins.findLast((plugin) => isWord(problem, plugin))
  const told = plugins.flatMap(copiesOf).reduce((text, [dir, written]) => text.replaceAll(dir, written), problem)
  if (about === undefined) return sentence(undefined, `cannot be composed: ${told}`)
  return sentence(about.index, `${quote(about.server.text)} cannot be composed: ${told}`)
}

/** The same for every problem of a failed build. */
export function attributeFailure(error: unknown, plugins: readonly NamedPlugin[]): unknown {
  if (!(error instanceof BuildFailure) || plugins.length === 0) return error
  return new BuildFailure(
    error.problems.map((problem) => attribute(problem, plugins)),
    { cause: error },
  )
}

function isQuoted(problem: string, plugin: NamedPlugin): boolean {
  return problem.includes(JSON.stringify(plugin.name)) || copiesOf(plugin).some(([dir]) => problem.includes(dir))
}

function isWord(problem: string, { name }: NamedPlugin): boolean {
  return new RegExp(`(^|\\s)${name}([:\\s]|$)`).test(problem)
}

// Users know the text they wrote, not the place of a temporary copy, nor a source map's name for it.
function copiesOf({ name, server, web }: NamedPlugin): (readonly [dir: string, written: string])[] {
  const ofWeb = web === undefined ? [] : [[`${web.dir}/`, `${web.text}/`] as const]
  const ofServer = [server.dir, join(dirname(server.dir), name)].map((dir) => [`${dir}/`, `${server.text}/`] as const)
  return [...ofWeb, ...ofServer]
}
