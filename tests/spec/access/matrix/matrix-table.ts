import type { GuardAnswer } from './callers.ts'
import type { EditionRoute } from './edition-routes.ts'

/** A route and how it answers each caller. */
export interface MatrixRow {
  readonly route: EditionRoute
  readonly answers: readonly GuardAnswer[]
}

const marks: Readonly<Record<GuardAnswer, string>> = {
  in: '✓',
  400: 'other names',
  '401': '401',
  404: 'not found',
  role: '403 role',
  workspace: '403 workspace',
  session: '403 session',
  scope: '403 scope',
  approval: '403 approval',
  confined: '403 confined',
}

/** The matrix as a page to read: one table for each plugin. */
export function matrixPage(callers: readonly string[], rows: readonly MatrixRow[]): string {
  const plugins = [...new Set(rows.map(({ route }) => route.plugin))]
  const tables = plugins.map((plugin) => {
    const own = rows.filter(({ route }) => route.plugin === plugin)
    const head = ['Route', 'Audience', 'Session', 'Scope', ...callers]
    const lines = own.map(({ route, answers }) => [
      `\`${route.pattern}\``,
      route.audience,
      sessionOf(route),
      route.scopes.map((scope) => `\`${scope}\``).join(' '),
      ...answers.map((answer) => marks[answer]),
    ])
    const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`)
    return `## ${plugin}\n\n${table.join('\n')}\n`
  })
  return `${introduction}\n${tables.join('\n')}`
}

function sessionOf({ requirements }: EditionRoute): string {
  if (requirements === undefined) return ''
  return requirements.proof === true && requirements.session !== 'recent'
    ? `${requirements.session}, proof`
    : requirements.session
}

const introduction = `# Rights matrix

Every route of the product, and the answer of its guard to each caller: ✓ authorized, 401 unauthenticated, 403 with the
missing requirement (the role, a workspace, a session in place of a token, a scope, the approval that an agent needs, a
session that is not confined by a workspace's single sign-on or by support access). The handler's own checks come after
that. Written by \`matrix.test.ts\` with \`HOST_WRITE_MATRIX=1\`, and compared with each run.
`
