import { createLog, purgePluginData, readConfig, readEnvironment, readPluginData, type PluginData } from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { strictArguments } from '../strict-arguments.ts'
import { subCommands } from '../sub-commands.ts'

/** `host data`: data of each plugin in the database, and the deletion of one that left the build. */
export function dataCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'data', description: 'List plugin data, or delete the data of a removed plugin' },
    subCommands: subCommands({ list: listCommand(context), purge: purgeCommand(context) }),
  })
}

function listCommand(context: CliContext) {
  return defineCommand({
    meta: {
      name: 'list',
      description: 'Print the tables, files, and settings of each plugin; safe while the host runs',
    },
    args: { json: { type: 'boolean', description: 'Print JSON, including each table' } },
    plugins: [strictArguments],
    async run({ args: { json = false } }) {
      const list = await readPluginData(optionsOf(context))
      if (json) return context.write(JSON.stringify(list, null, 2))
      for (const each of list) context.write(lineOf(each))
      const removed = list.filter(({ isBuilt }) => !isBuilt).map(({ plugin }) => plugin)
      if (removed.length === 0) return
      context.report(`Not in this build: ${removed.join(', ')}. host data purge deletes their data.`)
    },
  })
}

function purgeCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'purge', description: 'Delete the data of a plugin that left the build, with the host stopped' },
    args: {
      plugin: { type: 'positional', description: 'Plugin name', required: true },
      yes: { type: 'boolean', description: 'Delete without asking; only a backup brings the data back' },
    },
    plugins: [strictArguments],
    async run({ args: { plugin, yes = false } }) {
      const options = optionsOf(context)
      if (!yes) throw new CommandFailure(await warningOf(plugin, options))
      const purged = await purgePluginData({ ...options, plugin, clock: Date.now })
      context.write(`Deleted ${contentOf(purged)} of ${plugin}.`)
    },
  })
}

async function warningOf(plugin: string, options: ReturnType<typeof optionsOf>): Promise<readonly string[]> {
  const found = (await readPluginData(options)).find((each) => each.plugin === plugin)
  const content = found === undefined ? 'nothing: the database has no data for it' : contentOf(found)
  return [
    `This deletes ${content}. The audit log and usage records are kept.`,
    `Stop the host, back up, then run host data purge ${plugin} --yes.`,
  ]
}

function optionsOf({ assets, cwd, edition: { inTree, outOfTree }, env, report }: CliContext) {
  return {
    config: readConfig(readEnvironment(cwd, env)),
    log: createLog({ level: 'warn', format: 'text', write: (line: string) => report(line.trimEnd()) }),
    threadCode: assets?.text,
    built: new Set([...inTree.map(({ plugin }) => plugin.name), ...outOfTree.map(({ name }) => name)]),
  }
}

function lineOf(data: PluginData): string {
  return [data.plugin, data.isBuilt ? 'in this build' : 'not in this build', contentOf(data)].join('  ')
}

function contentOf({ tables, files, hostRows }: PluginData): string {
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  const rows = Object.values(hostRows).reduce((sum, count) => sum + count, 0) - files.count
  return [
    `${counted(tables.length, 'table')} (${size(bytes)})`,
    `${counted(files.count, 'file')} (${size(files.bytes)})`,
    counted(rows, 'setting, job or other record', 'settings, jobs and other records'),
  ].join(', ')
}

function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

function size(bytes: number): string {
  const [divisor, unit] = bytes < 1e6 ? [1e3, 'kB'] : bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
  // No formatter of its own for the module: the first one of a process takes 17 ms, at the start of every command.
  return `${(bytes / divisor).toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`
}
