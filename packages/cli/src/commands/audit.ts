import {
  withOfflineDatabase,
  createLog,
  readConfig,
  readEnvironment,
  verifyAuditLog,
  type AuditFinding,
  type AuditReport,
} from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { strictArguments } from '../strict-arguments.ts'
import { subCommands } from '../sub-commands.ts'

/** `host audit`: the operator's commands for the audit log of an instance. Beside a running host, or without one. */
export function auditCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'audit', description: 'Verify that the audit log was not changed' },
    subCommands: subCommands({ verify: verifyCommand(context) }),
  })
}

function verifyCommand({ assets, cwd, env, report, write }: CliContext) {
  return defineCommand({
    meta: { name: 'verify', description: 'Verify every sealed entry and report altered, moved, or removed ones' },
    plugins: [strictArguments],
    async run() {
      const config = readConfig(readEnvironment(cwd, env))
      const log = createLog({ level: 'warn', format: 'text', write: (line) => report(line.trimEnd()) })
      const checked = await withOfflineDatabase({ config, log, threadCode: assets?.text }, (database) =>
        verifyAuditLog({ config, database, clock: Date.now }),
      )
      const findings = checked.findings.map(sentenceOf)
      if (findings.length > 0) throw new CommandFailure([...findings, summaryOf(checked)])
      write(`${summaryOf(checked)} No entry was altered, reordered, removed, truncated, or inserted.`)
    },
  })
}

function sentenceOf({ kind, orgId, sequence, id, detail }: AuditFinding): string {
  const log = orgId === undefined ? 'The log of the instance' : `The log of workspace ${orgId}`
  const place = sequence === undefined ? '' : `, entry ${sequence}${id === undefined ? '' : ` (${id})`}`
  return `${log}${place}: ${kind}; ${detail}.`
}

function summaryOf({ chains, sealed, unsealed, findings }: AuditReport): string {
  const found = findings.length === 0 ? '' : `${count(findings.length, 'finding')}. `
  return `${found}Checked ${count(sealed, 'sealed entry', 'sealed entries')} in ${count(chains, 'log')}; ${count(unsealed, 'entry waits', 'entries wait')} to be sealed.`
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}
