import { writeFile } from 'node:fs/promises'
import { newKeyPair, readBackups, runDrill } from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { pluginEntries } from '../plugin-entries.ts'
import { strictArguments } from '../strict-arguments.ts'
import { subCommands } from '../sub-commands.ts'
import { backupContext, placeArgument, untilStopped } from './backup-context.ts'
import { describe } from './backup.ts'
import { openingArguments, readIdentityFile } from './opening-arguments.ts'

/** `host backups`: lists and tries backups, and makes the keys that they are encrypted with. */
export function backupsCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'backups', description: 'List and try backups, or make the keys that encrypt them' },
    subCommands: subCommands({ list: listCommand(context), drill: drillCommand(context), key: keyCommand(context) }),
  })
}

function listCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'list', description: 'Print the backups of a place, the newest first' },
    args: { from: placeArgument('Where the backups are, in place of HOST_BACKUP') },
    plugins: [strictArguments],
    async run({ args: { from } }) {
      const backups = await untilStopped(() => readBackups(backupContext(context, from)))
      for (const head of backups) context.write(`${head.id}  ${describe(head)}`)
      if (backups.length === 0) context.report('None yet. Run "host backup" to make one.')
    },
  })
}

function drillCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'drill', description: 'Try a backup by restoring it beside the database, and compare every row' },
    args: openingArguments,
    plugins: [strictArguments],
    async run({ args: { from, backup, identity } }) {
      const plugins = pluginEntries(context.edition, context.build)
      const key = await readIdentityFile(identity)
      const { head, depth, took } = await untilStopped((signal) =>
        runDrill({ ...backupContext(context, from), id: backup, identity: key, plugins, signal }),
      )
      const seconds = `${(took / 1000).toFixed(1)} s`
      context.write(
        depth === 'restored'
          ? `${head.id} was restored in ${seconds}, with every row as in the backup.`
          : `${head.id}: every chunk is whole (${seconds}). Give --identity to restore it too.`,
      )
    },
  })
}

function keyCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'key', description: 'Make a pair of keys: backups are encrypted with one and opened with the other' },
    args: { file: { type: 'positional', description: 'File for the private key', required: true, valueHint: 'FILE' } },
    plugins: [strictArguments],
    async run({ args: { file } }) {
      const { recipient, identity } = await newKeyPair()
      const text = `# Opens backups of a host. Its public half is ${recipient}\n${identity}\n`
      try {
        await writeFile(file, text, { flag: 'wx', mode: 0o600 })
      } catch (error) {
        const { code = String(error) } = error as NodeJS.ErrnoException
        throw new CommandFailure([
          `The file "${file}" could not be made (${code}). Name a file that does not exist yet.`,
        ])
      }
      context.write(`HOST_BACKUP_RECIPIENT=${recipient}`)
      context.report(`The private key is in "${file}". Move it to another machine: without it no backup can be opened.`)
    },
  })
}
