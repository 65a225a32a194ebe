import { join, relative, resolve } from 'node:path'
import { type Half, type Ours, quote, readHalf } from '@host/inspect'
import { checkPlugins, type ReadPlugin } from './check-plugins.ts'
import type { Entry, Source } from './entry.ts'
import { fetchPackage } from './fetch-package.ts'
import { parsePlugins } from './parse-plugins.ts'
import { sentence, type Sentence } from './problem.ts'
import { settleRanges } from './settle-ranges.ts'

/** Where an inspection takes place. */
export interface Bench {
  /** Where relative paths begin. */
  readonly cwd: string
  /** An empty folder for the copies; the caller removes it. */
  readonly work: string
  readonly ours: Ours
}

/** Plugins ready to be installed and compiled, unless there are problems. */
export interface Inspection {
  readonly plugins: readonly ReadPlugin[]
  readonly problems: readonly Sentence[]
}

/** Reads the text, fetches its sources and checks all of it; no code of a plugin runs. */
export async function inspectPlugins(text: string | undefined, bench: Bench): Promise<Inspection> {
  const { entries, problems } = parsePlugins(text)
  const read = await Promise.all(entries.map((entry) => readPlugin(entry, bench)))
  const plugins = read.flatMap(({ plugin }) => plugin ?? [])
  const found = [...problems, ...read.flatMap((each) => each.problems), ...checkPlugins(plugins, bench.ours)]
  return { plugins, problems: found.toSorted((a, b) => placeOf(a) - placeOf(b)) }
}

interface Outcome {
  readonly plugin?: ReadPlugin
  readonly problems: readonly Sentence[]
}

async function readPlugin({ index, server, web, network }: Entry, bench: Bench): Promise<Outcome> {
  const dir = join(bench.work, String(index))
  const inner = insideFolder(server, web, bench.cwd)
  const problems: Sentence[] = []
  const attempt = async (key: string, source: Source, read: () => Promise<Half>): Promise<Half | undefined> =>
    read().catch((error: unknown) => {
      if (!(error instanceof SyntaxError)) throw error
      const said = error.message.startsWith(quote(source.text))
        ? error.message
        : `${quote(source.text)} ${error.message}`
      problems.push(sentence(index, `"${key}" ${said}`))
      return undefined
    })
  const serverHalf = await attempt('server', server, async () => {
    await fetchPackage(server, dir, bench.cwd)
    return readHalf(server.text, { dir, home: dir })
  })
  const webHalf =
    web === undefined
      ? undefined
      : await attempt('npm', web, async () => {
          const own = inner === undefined || serverHalf === undefined ? `${dir}-web` : join(dir, inner)
          if (own === `${dir}-web`) await fetchPackage(web, own, bench.cwd)
          else if ('path' in web) await settleRanges(web.text, resolve(bench.cwd, web.path), own)
          return readHalf(web.text, { dir: own, home: own.startsWith(`${dir}/`) ? dir : own })
        })
  if (serverHalf === undefined || problems.length > 0) return { problems }
  return {
    problems,
    plugin: { index, network, server: serverHalf, ...(webHalf === undefined ? {} : { web: webHalf }) },
  }
}

// A web half that stands in its server half's folder stays there, so that both may import one `shared.ts`.
function insideFolder(server: Source, web: Source | undefined, cwd: string): string | undefined {
  if (server.kind !== 'folder' || web?.kind !== 'folder') return undefined
  const inner = relative(resolve(cwd, server.path), resolve(cwd, web.path))
  return inner === '' || inner.startsWith('..') ? undefined : inner
}

function placeOf(problem: Sentence): number {
  return Number(/^HOST_PLUGINS\[(\d+)\]/.exec(problem)?.[1] ?? -1)
}
