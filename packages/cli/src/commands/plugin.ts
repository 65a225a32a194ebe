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
    meta: { name: 'plugin', description: 'Create or check a plugin' },
    subCommands: subCommands({ new: newCommand(context), test: testCommand(context) }),
  })
}

function newCommand({ assets, cwd, write }: CliContext) {
  return defineCommand({
    meta: { name: 'new', description: 'Create a plugin in a folder named after it' },
    args: {
      name: {
        type: 'positional',
        required: true,
        description: 'Lowercase letters, digits, and hyphens, such as "notes"',
      },
    },
    plugins: [strictArguments],
    async run({ args }) {
      if (assets === undefined) {
        throw new CommandFailure([
          'Only the built executable contains the contract packages. Run make build, then bin/host plugin new.',
        ])
      }
      const folder = join(cwd, args.name)
      await scaffoldPlugin({ name: args.name, folder, assets })
      write(`Created ${args.name}/. Next steps:\n  cd ${args.name}\n  npm install\n  npm test`)
    },
  })
}

function testCommand({ cwd }: CliContext) {
  return defineCommand({
    meta: { name: 'test', description: 'Run every plugin check on a real host in memory' },
    args: {
      folder: {
        type: 'positional',
        required: false,
        description: 'Folder of the server half (default: the current one)',
      },
      json: { type: 'boolean', description: 'Print the report as JSON' },
    },
    plugins: [strictArguments],
    run: ({ args }) => runPluginTest(resolve(cwd, args.folder ?? '.'), { isJson: args.json === true }),
  })
}
