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
    meta: { name: 'keys', description: 'List or rotate the keys that encrypt secrets in the database' },
    subCommands: subCommands({ status: statusCommand(context), rotate: rotateCommand(context) }),
  })
}

function statusCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'status', description: 'Print the root keys and what they wrap; never prints key material' },
    plugins: [strictArguments],
    async run() {
      const { source, since, rootKeys } = await onKeys(context, readKeyStatus)
      context.write(`Root keys from ${source} (current key since ${since ?? 'the first start'}):`)
      for (const key of rootKeys) context.write(`${key.id}  ${describe(key)}`)
    },
  })
}

function rotateCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'rotate', description: 'Rewrap every data key with a new root key while the host runs' },
    plugins: [strictArguments],
    async run() {
      const rotation = await onKeys(context, rotateKeys)
      const { rootId, rewrapped } = rotation
      context.write(`The root key is now ${rootId}; ${dataKeys(rewrapped)} rewrapped.`)
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
  return withOfflineDatabase({ config, log, threadCode: assets?.text }, (database) =>
    work({ config, database, clock: Date.now }),
  )
}

function describe({ isCurrent, isHere, dataKeys: count }: RootKeyStatus): string {
  const wraps = `wraps ${dataKeys(count)}`
  if (!isHere) return `${wraps}, missing: restore it`
  if (isCurrent) return `${wraps}, current`
  return count === 0 ? `${wraps}, pending a rotation or left over from one` : `${wraps}, old: run host keys rotate`
}

function adviceOn({ retired, retiredPath }: Rotation): string {
  const names = retired.join(', ')
  const backups = 'Earlier backups can only be opened with it, so store it separately for as long as you keep them.'
  return retiredPath === undefined
    ? `No longer needed: ${names}. Remove it from HOST_SECRET_KEY. ${backups}`
    : `No longer needed: ${names}, moved to "${retiredPath}". ${backups}`
}

function dataKeys(count: number): string {
  return `${count} data ${count === 1 ? 'key' : 'keys'}`
}
