import { join, resolve } from 'node:path'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { runPluginTest } from '../plugin-test/run-plugin-test.ts'
import { scaffoldPlugin } from '../scaffold/scaffold-plugin.ts'
import { strictArguments } from '../strict-arguments.ts'
import { subCommands } from '../sub-commands.ts'

/** `host plugin`: commands for plugin authors. */
export function pluginCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'plugin', description: 'Write a plugin, or check one' },
    subCommands: subCommands({ new: newCommand(context), test: testCommand(context) }),
  })
}

function newCommand({ assets, cwd, write }: CliContext) {
  return defineCommand({
    meta: { name: 'new', description: 'Write a new plugin into a folder of its name' },
    args: {
      name: {
        type: 'positional',
        required: true,
        description: 'Lower-case letters, digits and hyphens, such as "notes"',
      },
    },
    plugins: [strictArguments],
    async run({ args }) {
      if (assets === undefined) {
        throw new CommandFailure([
          'The contract packages are in the executable only. Run make build, then bin/host plugin new.',
        ])
      }
      const folder = join(cwd, args.name)
      await scaffoldPlugin({ name: args.name, folder, assets })
      write(`Wrote ${args.name}/. Next:\n  cd ${args.name}\n  npm install\n  npm test`)
    },
  })
}

function testCommand({ cwd }: CliContext) {
  return defineCommand({
    meta: { name: 'test', description: 'Check a plugin by every rule, on a real host in memory' },
    args: {
      folder: {
        type: 'positional',
        required: false,
        description: 'The folder of its server half; this one if left out',
      },
      json: { type: 'boolean', description: 'Write the report as JSON' },
    },
    plugins: [strictArguments],
    run: ({ args }) => runPluginTest(resolve(cwd, args.folder ?? '.'), { isJson: args.json === true }),
  })
}
