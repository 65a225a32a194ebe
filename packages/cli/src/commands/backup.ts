import { makeBackup, type BackupHead } from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { strictArguments } from '../strict-arguments.ts'
import { backupContext, placeArgument, sizeOf, untilStopped } from './backup-context.ts'

/** `host backup`: makes a backup beside a running host, or without one. */
export function backupCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'backup', description: 'Make a backup of the database and of files of plugins while the host runs' },
    args: { to: placeArgument('Where the backup goes, in place of HOST_BACKUP') },
    plugins: [strictArguments],
    async run({ args: { to } }) {
      const { version, plugins } = context.build
      const build = { version, plugins: plugins.map((plugin) => ({ name: plugin.name, version: plugin.version })) }
      const { head, removed } = await untilStopped((signal) =>
        makeBackup({ ...backupContext(context, to), build, signal }),
      )
      context.write(`${head.id}  ${describe(head)}`)
      if (removed.backups.length > 0) context.report(`${removed.backups.length} expired backups were removed.`)
      if (head.recipient === null) {
        context.report('The backup is not encrypted: anyone who has it can read it. See "host backups key".')
      }
      context.report(`It can be restored only with the root key ${head.root}: keep that key in another place.`)
    },
  })
}

/** A line about a backup, for people. */
export function describe({ at, bytes, added, took, database, version, recipient }: BackupHead): string {
  const parts = [
    at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'),
    database,
    `${sizeOf(bytes)} (${sizeOf(added)} new)`,
    `${(took / 1000).toFixed(1)} s`,
    recipient === null ? 'not encrypted' : 'encrypted',
    `version ${version}`,
  ]
  return parts.join(', ')
}
