import type { PluginFinding } from './plugin-finding.ts'
import type { PluginReport } from './plugin-report.ts'

/** As many findings of one rule as are read. */
const mostOfOneRule = 20

/** A report for people: the checks by group, each finding with its place, and the counts at the end. */
export function reportText(report: PluginReport): string {
  const groups = Map.groupBy(report.checked, groupOf)
  const lines = [...groups].flatMap(([group, ids]) => {
    const found = report.findings.filter(({ rule }) => groupOf(rule) === group)
    return [`  ${group.padEnd(12)}${counted(ids.length, found.length)}`, ...listed(found)]
  })
  const reasons = [...Map.groupBy(report.leftOut, ({ why }) => why)]
  const left = reasons.map(([why, rules]) => `  left out    ${rules.length}, because ${why}`)
  const { name, folder, checked, findings } = report
  return `${[`${name} (${folder})`, ...lines, ...left, counted(checked.length, findings.length)].join('\n')}\n`
}

/** The same for programs, as one JSON object on a line. */
export function reportJson(report: PluginReport): string {
  return `${JSON.stringify({ ...report, checks: report.checked.length })}\n`
}

/** A finding as one line: its place, the problem and the fix. */
export function findingLine({ file, line, message }: PluginFinding): string {
  return `${file}${line === undefined ? '' : `:${line}`}  ${message}`
}

/** Every finding of a rule, of many the first ones. */
function listed(found: readonly PluginFinding[]): string[] {
  return [...Map.groupBy(found, ({ rule }) => rule)].flatMap(([rule, all]) => {
    const more = all.length - mostOfOneRule
    const rest = more > 0 ? [`    ${rule}  and ${more} more`] : []
    return [...all.slice(0, mostOfOneRule).flatMap(findingLines), ...rest]
  })
}

function findingLines(finding: PluginFinding): string[] {
  const { rule, file, line, message } = finding
  return [`    ${rule}  ${file}${line === undefined ? '' : `:${line}`}`, `      ${message}`]
}

function groupOf(rule: string): string {
  return rule.slice(0, rule.indexOf('/'))
}

function counted(checks: number, findings: number): string {
  return `${checks} ${checks === 1 ? 'check' : 'checks'}, ${findings} ${findings === 1 ? 'finding' : 'findings'}`
}
