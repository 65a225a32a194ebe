import { resolve } from 'node:path'
import {
  copyForTrial,
  environmentOfCopy,
  planStart,
  readEnvironment,
  storeUpgradeCheck,
  withOfflineDatabase,
} from '@host/host'
import type { UpgradeCheck } from '@host/plugin/platform'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { describeBuild } from '../plugin-diff/describe-build.ts'
import { pluginEntries } from '../plugin-entries.ts'
import { strictArguments } from '../strict-arguments.ts'
import { rehearseUpgrade } from '../upgrade/rehearse-upgrade.ts'
import { backupContext, untilStopped } from './backup-context.ts'
import { openingArguments, readIdentityFile } from './opening-arguments.ts'

/** `host upgrade --check`: tries another executable on a copy of the data, before it may touch them. */
export function upgradeCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'upgrade', description: 'Try another executable of the host on a copy of the data' },
    args: {
      check: { type: 'string', description: 'The executable to try', valueHint: 'FILE' },
      ...openingArguments,
      seconds: {
        type: 'string',
        description: 'How long it may take until it can serve',
        default: '300',
        valueHint: 'N',
      },
    },
    plugins: [strictArguments],
    async run({ args: { check, from, backup, identity, seconds } }) {
      if (check === undefined) {
        throw new CommandFailure(
          [
            'Name the executable to try: host upgrade --check ./host-new. To upgrade, stop the host and start the new one.',
          ],
          2,
        )
      }
      const startTime = secondsOf(seconds) * 1000
      const path = resolve(context.cwd, check)
      await untilStopped(async (signal) => {
        const rehearsal = await rehearsalOf(context, {
          from,
          backup,
          identity: await readIdentityFile(identity),
          signal,
        })
        const candidate = { path, cwd: context.cwd, signal }
        await rehearseUpgrade({ ...rehearsal, candidate, startTime })
      })
      context.write(`"${path}" can take over.`)
    },
  })
}

interface Chosen {
  readonly from: string | undefined
  readonly backup: string | undefined
  readonly identity: string | undefined
  readonly signal: AbortSignal
}

async function rehearsalOf(context: CliContext, { from, backup, identity, signal }: Chosen) {
  const { build, cwd, edition, env } = context
  const given = backupContext(context, from)
  const instance = readEnvironment(cwd, env)
  const plugins = build.plugins.map(({ name, version }) => ({ name, version }))
  const chosen = backup === undefined ? (from === undefined ? undefined : ('newest' as const)) : { id: backup }
  return {
    present: build,
    env: { instance: { ...env }, copy: environmentOfCopy(instance) },
    makeCopy: () =>
      copyForTrial({ ...given, build: { version: build.version, plugins }, backup: chosen, identity, signal }),
    planPresent: (config: typeof given.config) =>
      planStart({ ...given, plugins: pluginEntries(edition, build), config }),
    describePresent: () => describeBuild(context),
    report: (topic: string, text: string) => context.write(`${topic.padEnd(15)}${text}`),
    keep: (check: UpgradeCheck) => keepForConsole(context, given, check),
  }
}

/** Stores the report for the console. An instance that is elsewhere has none, which must not fail the check. */
async function keepForConsole(
  { report }: CliContext,
  { config, log, threadCode }: ReturnType<typeof backupContext>,
  check: UpgradeCheck,
): Promise<void> {
  try {
    await withOfflineDatabase({ config, log, threadCode }, (database) => storeUpgradeCheck(database, check))
  } catch (error) {
    report(`The console does not show this check: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function secondsOf(text: string): number {
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400) return seconds
  throw new CommandFailure([`--seconds ${text}: use a whole number from 1 to 86400.`], 2)
}
