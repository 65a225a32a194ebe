import { report, type Finding } from './report.ts'
import { readSources, type SourceFile } from './source-files.ts'

const isText = (path: string): boolean => !/\.(png|jpg|ico|woff2|br|gz|tgz|db)$/.test(path)

/**
 * Content that belongs to one machine or one person and not to the repository. Machine paths are recognized by the
 * folders in which people and build machines keep their work.
 */
const marks: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a path of one machine', /(?<![\w.~/*-])\/(?:home|root|Users|work|builds|mnt|srv\/build)\/[\w.-]+/],
  [
    'the address of a package registry',
    /https?:\/\/[\w.-]*(?:registry|npm|verdaccio|artifactory|nexus)[\w.-]*(?::\d+)?\//i,
  ],
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
  ['a conflict left unresolved', /^(?:<{7}|>{7}) /m],
]

/** Every file of the repository that speaks of the machine it was written on, or holds a key. */
export function checkClean(files: readonly SourceFile[]): Finding {
  return { check: 'clean', seen: files.length, problems: files.flatMap(problemsIn) }
}

function problemsIn({ path, text }: SourceFile): string[] {
  return marks.flatMap(([name, pattern]) => {
    const match = pattern.exec(text)
    if (match === null) return []
    return [`${path}:${text.slice(0, match.index).split('\n').length}: ${name}: ${match[0]}`]
  })
}

const isOwnTest = (path: string): boolean => path === 'tools/check-clean.test.ts'

if (import.meta.main) report(checkClean(readSources((path) => isText(path) && !isOwnTest(path))))
