import { createLog, planStart, readConfig, readEnvironment } from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { pluginEntries } from '../plugin-entries.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host migrate --plan`: what the next start would do to the database. */
export function migrateCommand({ assets, build, cwd, edition, env, report, write }: CliContext) {
  return defineCommand({
    meta: { name: 'migrate', description: 'Print what the next start would do to the database (with --plan)' },
    args: { plan: { type: 'boolean', description: 'Print the statements and change nothing' } },
    plugins: [strictArguments],
    async run({ args }) {
      if (args.plan !== true) {
        throw new CommandFailure(
          ['Every start migrates by itself. Write host migrate --plan to see what the next one would do.'],
          2,
        )
      }
      const statements = await planStart({
        plugins: pluginEntries(edition, build),
        config: readConfig(readEnvironment(cwd, env)),
        log: createLog({ level: 'warn', format: 'text', write: (line) => report(line.trimEnd()) }),
        writerCode: assets?.text('sqlite-writer'),
      })
      for (const statement of statements) write(`${statement};`)
      report(statements.length === 0 ? 'Nothing to do.' : `${statements.length} statements.`)
    },
  })
}
