import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { variables, type ConfigVariable } from '../packages/host/src/config/config-variables.ts'
import { report, type Finding } from './report.ts'
import { root } from './source-files.ts'

const guide = 'docs/operating.md'
const begin = '<!-- variables: written by tools/check-variables.ts --write -->\n'
const end = '<!-- end of variables -->'

type Variables = Readonly<Record<string, ConfigVariable>>

/** The table of the host's environment variables. */
export function variableTable(known: Variables): string {
  const rows = Object.entries(known).map(([name, { description, default: usual = '', isSecret = false }]) => {
    const value = usual === '' ? '' : `\`${usual}\``
    return `| \`${name}\` | ${value} | ${escaped(description)}${isSecret ? ' (a secret)' : ''} |`
  })
  return ['| Variable | When not set | |', '|---|---|---|', ...rows].join('\n').concat('\n')
}

/** The guide with the table in its place. @throws Error when the guide has no place for it */
export function withTable(text: string, table: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`${guide} has no place for the table of variables`)
  return text.slice(0, from + begin.length) + table + text.slice(to)
}

/** Whether the guide lists the host's variables. */
export function checkVariables(text: string, known: Variables): Finding {
  const isCurrent = withTable(text, variableTable(known)) === text
  const problems = isCurrent ? [] : [`${guide}: its variables are not those of the host; run "pnpm reference"`]
  return { check: 'variables', seen: Object.keys(known).length, problems }
}

function escaped(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll('<', '&lt;')
}

if (import.meta.main) {
  const path = join(root, guide)
  const text = readFileSync(path, 'utf8')
  if (process.argv.includes('--write')) writeFileSync(path, withTable(text, variableTable(variables)))
  report(checkVariables(readFileSync(path, 'utf8'), variables))
}
