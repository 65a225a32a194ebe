import { posix } from 'node:path'
import { report, type Finding } from './report.ts'
import { readSources, type SourceFile } from './source-files.ts'

const sdk = 'packages/plugin-sdk/src'
const door = `${sdk}/index.ts`

/**
 * Every exported component of the SDK without a story and a test beside it: a component that can't be viewed, or whose
 * behavior is untested, is unfinished.
 */
export function checkStories(files: readonly SourceFile[]): Finding {
  const paths = new Set(files.map(({ path }) => path))
  const components = files.filter(({ path }) => path === door).flatMap(({ text }) => componentsOf(text))
  const problems = components.flatMap((component) =>
    ['story', 'test'].flatMap((kind) => {
      const wanted = component.replace(/\.tsx$/, `.${kind}.tsx`)
      return paths.has(wanted) ? [] : [`${component}: has no ${kind}; write ${wanted}`]
    }),
  )
  return { check: 'stories', seen: components.length, problems }
}

/** The files from which a door hands out values that are components, by the name that they have. */
function componentsOf(text: string): string[] {
  const exported = text.matchAll(/^export \{([^}]*)\} from '(\.[^']+\.tsx)'/gm)
  const found = Array.from(exported, ([, names = '', file = '']) => ({ names, file }))
  return found
    .filter(({ names }) => /(?<![\w$])(?!type\s)[A-Z]\w*/.test(names))
    .map(({ file }) => posix.join(posix.dirname(door), file))
}

if (import.meta.main) report(checkStories(readSources((path) => path.startsWith(`${sdk}/`))))
