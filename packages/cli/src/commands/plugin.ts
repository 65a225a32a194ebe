import { join, resolve } from 'node:path'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { checkPluginFolder } from '../plugin-test/check-plugin-folder.ts'
import { explainPluginFolder } from '../plugin-test/explain-plugin-folder.ts'
import { openPluginNode } from '../plugin-test/open-plugin-node.ts'
import { packPluginFolder } from '../plugin-test/pack-plugin-folder.ts'
import { testPluginFolder } from '../plugin-test/test-plugin-folder.ts'
import type { Assets } from '../embedded/assets.ts'
import { scaffoldPlugin } from '../scaffold/scaffold-plugin.ts'
import { updatePlugin } from '../scaffold/update-plugin.ts'
import { strictArguments } from '../strict-arguments.ts'
import { subCommands } from '../sub-commands.ts'
import { diffCommand, surfaceCommand } from './plugin-diff.ts'

/** `host plugin`: commands for plugin authors. */
export function pluginCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'plugin', description: 'Create, test, check, explain, compare, pack or update a plugin' },
    subCommands: subCommands({
      new: newCommand(context),
      test: testCommand(context),
      check: checkCommand(context),
      explain: explainCommand(context),
      diff: diffCommand(context),
      surface: surfaceCommand(context),
      pack: packCommand(context),
      update: updateCommand(context),
    }),
  })
}

function newCommand(context: CliContext) {
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
      const folder = join(context.cwd, args.name)
      await scaffoldPlugin({ name: args.name, folder, assets: requireAssets(context, 'new') })
      context.write(`Created ${args.name}/. Next steps:\n  cd ${args.name}\n  npm install\n  npm test`)
    },
  })
}

const folderArgument = {
  type: 'positional',
  required: false,
  description: 'Folder of the server half (default: the current one)',
} as const

function testCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'test', description: 'Run the tests of a plugin, and the checks if no test runs them' },
    args: { folder: folderArgument },
    plugins: [strictArguments],
    run: async ({ args }) => testPluginFolder(await openPluginNode(context), folderOf(context, args.folder)),
  })
}

function checkCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'check', description: 'Check the types of a plugin, and every rule on a real host in memory' },
    args: {
      folder: folderArgument,
      json: { type: 'boolean', description: 'Print the report as JSON' },
    },
    plugins: [strictArguments],
    run: async ({ args }) =>
      checkPluginFolder(await openPluginNode(context), folderOf(context, args.folder), { isJson: args.json === true }),
  })
}

function explainCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'explain', description: 'Print the tables, endpoints, tools and events of a plugin' },
    args: {
      folder: folderArgument,
      json: { type: 'boolean', description: 'Print them as JSON, with whole schemas' },
    },
    plugins: [strictArguments],
    run: async ({ args }) =>
      explainPluginFolder(await openPluginNode(context), folderOf(context, args.folder), {
        isJson: args.json === true,
      }),
  })
}

function packCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'pack', description: 'Check a plugin, then pack its halves for host compose' },
    args: { folder: folderArgument },
    plugins: [strictArguments],
    async run({ args }) {
      const tarballs = await packPluginFolder(await openPluginNode(context), folderOf(context, args.folder))
      for (const tarball of tarballs) context.write(tarball)
    },
  })
}

function updateCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'update', description: 'Renew the contract packages in vendor/ and their entries in the lock file' },
    args: { folder: folderArgument },
    plugins: [strictArguments],
    async run({ args }) {
      const tarballs = await updatePlugin(folderOf(context, args.folder), requireAssets(context, 'update'))
      context.write(`Renewed vendor/: ${tarballs.join(', ')}\nNext step:\n  npm install`)
    },
  })
}

/** @throws CommandFailure in a checkout */
function requireAssets({ assets }: CliContext, command: string): Assets {
  if (assets !== undefined) return assets
  throw new CommandFailure([
    `Only the built executable contains the contract packages. Run make build, then bin/host plugin ${command}.`,
  ])
}

function folderOf({ cwd }: CliContext, typed: string | undefined): string {
  return resolve(cwd, typed ?? '.')
}
