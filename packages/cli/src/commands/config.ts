import { listConfig, readConfig, readEnvironment } from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { strictArguments } from '../strict-arguments.ts'

/**
 * `host config`: every variable with its effective value, secrets masked, and the problems that would refuse a start.
 */
export function configCommand({ cwd, env, write }: CliContext) {
  return defineCommand({
    meta: {
      name: 'config',
      description: 'Print the effective configuration and its problems, with secrets masked',
    },
    plugins: [strictArguments],
    run() {
      const environment = readEnvironment(cwd, env)
      const entries = listConfig(environment)
      const width = Math.max(...entries.map(({ name }) => name.length))
      for (const { name, value, isDefault, isInConsole, description } of entries) {
        const note = isDefault ? (isInConsole ? '  (unless set in the console)' : '') : '  (set)'
        write(`${name.padEnd(width)}  ${value === '' ? '-' : value}${note}`)
        write(`${' '.repeat(width)}  ${description}`)
      }
      readConfig(environment)
    },
  })
}
