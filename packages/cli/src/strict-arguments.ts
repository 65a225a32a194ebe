import { defineCittyPlugin, type ArgsDef } from 'citty'
import { CommandFailure } from './command-failure.ts'

/**
 * Refuses options and arguments that a command does not have, instead of running without them. A positional argument
 * whose hint ends with `...` takes any number.
 */
export const strictArguments = defineCittyPlugin({
  name: 'strict-arguments',
  setup({ args, cmd }) {
    const defined = Object.entries((cmd.args ?? {}) as ArgsDef)
    const positionals = defined.filter(([, { type }]) => type === 'positional').map(([name]) => name)
    const options = defined.filter(([, { type }]) => type !== 'positional').map(([name]) => name)
    // The parser repeats an option of several words in camel case.
    const keys = new Set(['_', ...positionals, ...options, ...options.map(camelCase)])
    const unknown = Object.keys(args).find((key) => !keys.has(key))
    if (unknown !== undefined) {
      const dashes = unknown.length === 1 ? '-' : '--'
      throw new CommandFailure(
        [`${dashes}${unknown} is not an option of this command. ${known(options.map((name) => `--${name}`))}`],
        2,
      )
    }
    const bare = defined.find(([name, { type }]) => type === 'string' && args[name] === '')
    if (bare !== undefined) {
      const [name, { valueHint = 'VALUE' }] = bare as [string, { readonly valueHint?: string }]
      throw new CommandFailure([`--${name} needs a value: use --${name} ${valueHint}.`], 2)
    }
    const isOpen = defined.some(([, arg]) => arg.type === 'positional' && arg.valueHint?.endsWith('...'))
    const extra = args._[positionals.length]
    if (extra !== undefined && !isOpen) {
      throw new CommandFailure([`${JSON.stringify(extra)} is an extra argument. Remove it.`], 2)
    }
  },
})

function known(options: readonly string[]): string {
  return options.length === 0 ? 'It has no options.' : `Use one of: ${options.join(', ')}.`
}

function camelCase(option: string): string {
  return option.replaceAll(/-[a-z]/g, (part) => part.slice(1).toUpperCase())
}
