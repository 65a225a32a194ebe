import { createLog, planStart, readConfig, readEnvironment, undoNewer, type StartPlan } from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { pluginEntries } from '../plugin-entries.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host migrate`: the effects of the next start on the database, and the way back from a newer version. */
export function migrateCommand(context: CliContext) {
  return defineCommand({
    meta: {
      name: 'migrate',
      description: 'Print the database changes of the next start, or undo a newer version',
    },
    args: {
      plan: { type: 'boolean', description: 'Print the statements without running them; safe while the host runs' },
      down: {
        type: 'boolean',
        description: 'Undo the migrations of a newer version; stop the host and back up first',
      },
    },
    plugins: [strictArguments],
    async run({ args: { plan = false, down = false } }) {
      if (!plan && !down) {
        throw new CommandFailure(
          ['The host migrates the database on every start. Run host migrate --plan to see the next changes.'],
          2,
        )
      }
      if (plan) return printPlan(context, await planStart({ ...startOptions(context), allowDown: down }))
      const statements = await undoNewer(startOptions(context))
      for (const statement of statements) context.write(`${statement};`)
      context.report(statements.length === 0 ? 'Nothing to do.' : `Ran ${count(statements.length, 'statement')}.`)
    },
  })
}

function startOptions({ assets, build, cwd, edition, env, report }: CliContext) {
  return {
    plugins: pluginEntries(edition, build),
    config: readConfig(readEnvironment(cwd, env)),
    log: createLog({ level: 'warn', format: 'text', write: (line) => report(line.trimEnd()) }),
    threadCode: assets?.text,
  }
}

function printPlan({ report, write }: CliContext, { changes, running }: StartPlan): void {
  for (const { sql, danger } of changes) write(danger === undefined ? `${sql};` : `${sql}; -- unsafe: ${danger}`)
  const unsafe = changes.filter(({ danger }) => danger !== undefined).length
  if (changes.length === 0) return report('Nothing to do.')
  const found = unsafe === 0 ? 'All are safe while older processes run' : `${unsafe} unsafe while older processes run`
  report(`${count(changes.length, 'statement')}. ${found}.`)
  if (unsafe === 0 || running === 0) return
  report(`${count(running, 'process', 'processes')} running: the host can't start until they stop.`)
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}
