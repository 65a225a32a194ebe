import { listConfig, readConfig, readEnvironment, type ConfigEntry } from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { strictArguments } from '../strict-arguments.ts'

/**
 * `host config`: every variable with its effective value, secrets masked, and the problems that would refuse a start;
 * with `--json` as an array, for programs.
 */
export function configCommand({ cwd, env, write }: CliContext) {
  return defineCommand({
    meta: {
      name: 'config',
      description: 'Print the effective configuration and its problems, with secrets masked',
    },
    args: { json: { type: 'boolean', description: 'Print the variables as JSON' } },
    plugins: [strictArguments],
    run({ args }) {
      const environment = readEnvironment(cwd, env)
      const entries = listConfig(environment)
      for (const line of args.json === true ? [JSON.stringify(entries.map(factsOf), null, 2)] : linesOf(entries)) {
        write(line)
      }
      readConfig(environment)
    },
  })
}

/** A variable without a value is null, so that it differs from an empty text. */
function factsOf({ name, value, isDefault, isInConsole, description }: ConfigEntry) {
  return { name, value: value === '' ? null : value, isSet: !isDefault, isInConsole, description }
}

function linesOf(entries: readonly ConfigEntry[]): readonly string[] {
  const width = Math.max(...entries.map(({ name }) => name.length))
  return entries.flatMap(({ name, value, isDefault, isInConsole, description }) => {
    const note = isDefault ? (isInConsole ? '  (unless set in the console)' : '') : '  (set)'
    return [`${name.padEnd(width)}  ${value === '' ? '-' : value}${note}`, `${' '.repeat(width)}  ${description}`]
  })
}
