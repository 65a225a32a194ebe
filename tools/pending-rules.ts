import { execFileSync } from 'node:child_process'
import { root } from './source-files.ts'

/** Where the rules stand that no test proves yet. */
export const pendingFile = 'tests/spec/pending.json'

/** Rules that wait for a part of the product: their number, and the missing part of each. */
export type Pending = { readonly ceiling: number; readonly rules: Readonly<Record<string, string>> }

/** Reads the list. @throws SyntaxError when it has another form */
export function parsePending(text: string): Pending {
  const value: unknown = JSON.parse(text)
  if (isRecord(value) && typeof value['ceiling'] === 'number' && isRecord(value['rules'])) {
    const { ceiling, rules } = value
    if (Object.values(rules).every((reason) => typeof reason === 'string' && reason !== '')) {
      return { ceiling, rules: rules as Record<string, string> }
    }
  }
  throw new SyntaxError(`${pendingFile} holds a "ceiling" and "rules", each with what it waits for`)
}

/** The list as it was committed along this branch, the newest first; a shallow clone knows only its last states. */
export function earlierPending(): Pending[] {
  const commits = git('log', '--first-parent', '--diff-filter=AM', '--format=%H', '--', pendingFile)
  return commits
    .split('\n')
    .filter((commit) => commit !== '')
    .map((commit) => parsePending(git('show', `${commit}:${pendingFile}`)))
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
