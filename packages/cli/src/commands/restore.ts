import { restoreInstance, type BackupHead } from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { strictArguments } from '../strict-arguments.ts'
import { backupContext, untilStopped } from './backup-context.ts'
import { describe } from './backup.ts'
import { openingArguments, readIdentityFile } from './opening-arguments.ts'

/** `host restore`: puts a backup in the place of a stopped host's data. */
export function restoreCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'restore', description: 'Replace the data of a stopped host with those of a backup' },
    args: {
      ...openingArguments,
      yes: { type: 'boolean', description: 'Do it; without it, only what would be lost is printed' },
    },
    plugins: [strictArguments],
    async run({ args: { from, backup, identity, yes = false } }) {
      const key = await readIdentityFile(identity)
      const confirm = async (head: BackupHead): Promise<boolean> => {
        context.report(`${head.id}  ${describe(head)}`)
        context.report(`Everything that was changed after ${head.at} is replaced. ${ageOf(head)}`)
        return yes
      }
      const restored = await untilStopped(() =>
        restoreInstance({ ...backupContext(context, from), id: backup, identity: key, confirm }),
      )
      if (restored === undefined) throw new CommandFailure(['Nothing was changed. Run it again with --yes to restore.'])
      const { head, copy, files } = restored
      context.write(`${head.id} is restored${files === 0 ? '' : `, with ${files} parts of files`}.`)
      if (copy !== undefined) context.report(`The data from before is kept as "${copy}"; delete it when all is well.`)
      context.report(
        'Start the host. Everyone signs in again, and nothing is sent until an instance admin releases it.',
      )
    },
  })
}

function ageOf({ at }: BackupHead): string {
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 60_000))
  const [amount, unit] =
    minutes < 120
      ? [minutes, 'minutes']
      : minutes < 2_880
        ? [Math.round(minutes / 60), 'hours']
        : [Math.round(minutes / 1_440), 'days']
  return `That is ${amount} ${unit} ago.`
}
