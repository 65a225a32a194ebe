import type { CheckedFacts } from './checked-facts.ts'
import type { PluginFinding } from './plugin-finding.ts'
import type { LeftOut, PluginReport } from './plugin-report.ts'
import { pluginRules } from './plugin-rules.ts'
import { checksFileName, type CheckException } from './sources/read-checks-file.ts'

/** The rule that exceptions themselves are held to. */
export const exceptionRule = {
  id: 'checks/exceptions',
  title: `every exception in ${checksFileName} is needed`,
} as const

/**
 * Applies every rule to facts. Findings named by an exception are left out; an exception that names none is a finding.
 */
export function judgeFacts(facts: CheckedFacts): PluginReport {
  const checked: string[] = []
  const leftOut: LeftOut[] = []
  const found: PluginFinding[] = []
  for (const { id, find } of pluginRules) {
    const flaws = find(facts)
    if (typeof flaws === 'string') leftOut.push({ rule: id, why: flaws })
    else {
      checked.push(id)
      found.push(...flaws.map((flaw) => ({ rule: id, ...flaw })))
    }
  }
  const { exceptions } = facts.checks
  const used = new Set(exceptions.filter((exception) => found.some((finding) => isMeant(exception, finding))))
  const stale = exceptions.filter((exception) => !used.has(exception)).map(staleFinding)
  const findings = [...found.filter((finding) => !exceptions.some((one) => isMeant(one, finding))), ...stale]
  return { name: facts.name, folder: facts.folder, checked: [...checked, exceptionRule.id], leftOut, findings }
}

function isMeant({ rule, about }: CheckException, finding: PluginFinding): boolean {
  return finding.rule === rule && (finding.message.includes(about) || finding.file === about)
}

function staleFinding({ rule, about }: CheckException): PluginFinding {
  return {
    rule: exceptionRule.id,
    file: checksFileName,
    message: `The exception to ${rule} about "${about}" matches no finding; remove it.`,
  }
}
