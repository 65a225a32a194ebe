import {
  withOfflineDatabase,
  createLog,
  readConfig,
  readEnvironment,
  readKeyStatus,
  rotateKeys,
  type KeyOptions,
  type RootKeyStatus,
  type Rotation,
} from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { strictArguments } from '../strict-arguments.ts'
import { subCommands } from '../sub-commands.ts'

/** `host keys`: the operator's commands for the root key of an instance. Beside a running host, or without one. */
export function keysCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'keys', description: 'Inspect or rotate the keys that seal secrets in the database' },
    subCommands: subCommands({ status: statusCommand(context), rotate: rotateCommand(context) }),
  })
}

function statusCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'status', description: 'Print the names of the root keys and the data keys they wrap' },
    plugins: [strictArguments],
    async run() {
      const { source, since, rootKeys } = await onKeys(context, readKeyStatus)
      context.write(`Root keys from ${source}, the current one since ${since ?? 'the first start'}:`)
      for (const key of rootKeys) context.write(`${key.id}  ${describe(key)}`)
    },
  })
}

function rotateCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'rotate', description: 'Wrap every data key with a new root key, also while the host runs' },
    plugins: [strictArguments],
    async run() {
      const rotation = await onKeys(context, rotateKeys)
      const { rootId, rewrapped } = rotation
      context.write(`${rootId} is the root key now; ${dataKeys(rewrapped)} wrapped again with it.`)
      if (rotation.retired.length > 0) context.write(adviceOn(rotation))
    },
  })
}

function onKeys<Result>(
  { assets, cwd, env, report }: CliContext,
  work: (options: KeyOptions) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(readEnvironment(cwd, env))
  const log = createLog({ level: 'warn', format: 'text', write: (line) => report(line.trimEnd()) })
  return withOfflineDatabase({ config, log, writerCode: assets?.text('sqlite-writer') }, (database) =>
    work({ config, database, clock: Date.now }),
  )
}

function describe({ isCurrent, isHere, dataKeys: count }: RootKeyStatus): string {
  const wraps = `wraps ${dataKeys(count)}`
  if (!isHere) return `${wraps}, and is missing: put it back`
  if (isCurrent) return `${wraps}, current`
  return count === 0 ? `${wraps}, waits for a rotation or is left from one` : `${wraps}, old: run host keys rotate`
}

function adviceOn({ retired, retiredPath }: Rotation): string {
  const names = retired.join(', ')
  const backups = 'A backup from before opens with it only, so keep it apart for as long as you keep such backups.'
  return retiredPath === undefined
    ? `Nothing needs ${names} any more: take it out of HOST_SECRET_KEY. ${backups}`
    : `Nothing needs ${names} any more; it was moved to "${retiredPath}". ${backups}`
}

function dataKeys(count: number): string {
  return `${count} data ${count === 1 ? 'key' : 'keys'}`
}
