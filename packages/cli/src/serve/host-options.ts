import { stallLimit, writtenFormat, type HostConfig, type HostOptions } from '@host/host'
import type { CliContext } from '../cli-context.ts'
import { pluginEntries } from '../plugin-entries.ts'
import { helpFilesOf } from './help-files.ts'
import { runSelfOf } from './run-self.ts'

/** Options of the product. @param worker set in a worker of `--workers` */
export function hostOptions(context: CliContext, config: HostConfig, worker?: HostOptions['worker']): HostOptions {
  const { assets, build, edition } = context
  return {
    plugins: pluginEntries(edition, build, helpFilesOf(context)),
    config,
    build,
    runSelf: runSelfOf(context),
    stalls:
      context.isUnwatched === true
        ? undefined
        : {
            endAfter: stallLimit(config.exitOnStall, worker !== undefined),
            format: writtenFormat(config.logFormat, process.stdout.isTTY),
          },
    ...(worker === undefined ? {} : { worker }),
    ...(worker?.isFirst === false ? { announce: () => undefined } : {}),
    ...(assets === undefined
      ? {}
      : {
          arePluginsChecked: true,
          threadCode: assets.text,
          webAssets: assets.web,
        }),
  }
}
