import { BuildFailure } from '../build/build-failure.ts'
import type { ReadPlugin } from './check-plugins.ts'
import { quote, sentence, type Sentence } from './problem.ts'

/** A plugin by the name it registers under, with what the operator wrote for it. */
export interface NamedPlugin extends ReadPlugin {
  readonly name: string
}

/**
 * A finding of the host, of the bundler or of the page build, told at the entry it is about. They name a plugin as
 * "notes" or by a file of its copy. A finding about two is told at the later one, which came on top.
 */
export function attribute(problem: string, plugins: readonly NamedPlugin[]): Sentence {
  const about = plugins.findLast(
    ({ name, server, web }) =>
      problem.includes(JSON.stringify(name)) || mentions(problem, server.dir) || mentions(problem, web?.dir),
  )
  const told = plugins.reduce(
    (text, { server, web }) => rename(rename(text, web?.dir, web?.text), server.dir, server.text),
    problem,
  )
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

function mentions(problem: string, dir: string | undefined): boolean {
  return dir !== undefined && problem.includes(`${dir}/`)
}

// People know what they wrote, not where a copy of it stood for a moment.
function rename(problem: string, dir: string | undefined, text: string | undefined): string {
  return dir === undefined || text === undefined ? problem : problem.replaceAll(`${dir}/`, `${text}/`)
}
