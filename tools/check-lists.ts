import { lineAt } from './imports.ts'
import { report, type Finding } from './report.ts'
import { isTest, readSources, type SourceFile } from './source-files.ts'

const serverCode = /^(plugins\/[^/]+\/server|examples\/[^/]+|packages\/cli\/templates\/plugin)\/.*\.ts$/
const readsRows = /\.selectFrom\(/
/** One row more than the page shows, and a cursor that depends on it. */
const pageByHand = /\.limit\([^()]*\+ 1\)|nextCursor: [^,}\n]*\?/g

/** Pages of rows that a plugin reads by hand: ties, nulls and forged cursors are right in one place. */
export function checkLists(files: readonly SourceFile[]): Finding {
  const server = files.filter(({ path }) => serverCode.test(path) && !isTest(path))
  return { check: 'lists', seen: server.length, problems: server.flatMap(problemsIn) }
}

function problemsIn({ path, text }: SourceFile): string[] {
  if (!readsRows.test(text) || !text.includes('nextCursor')) return []
  return Array.from(
    text.matchAll(pageByHand),
    ({ index }) => `${path}:${lineAt(text, index)}: a page is read by hand; use listOf`,
  )
}

if (import.meta.main) report(checkLists(readSources((path) => serverCode.test(path))))
