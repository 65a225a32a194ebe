import { createLog, describePlugins, readEnvironment, type PluginSurface } from '@host/host'
import type { CliContext } from '../cli-context.ts'
import { pluginEntries } from '../plugin-entries.ts'

/** The plugins of this build. @throws BootError with every problem of a build that can't be mounted */
export async function describeBuild(context: CliContext): Promise<readonly PluginSurface[]> {
  const { assets, build, cwd, edition, env, report } = context
  const { HOST_PUBLIC_URL } = readEnvironment(cwd, env)
  return await describePlugins({
    plugins: pluginEntries(edition, build),
    build,
    environment: { HOST_PUBLIC_URL },
    log: createLog({ level: 'warn', format: 'text', write: (line) => report(line.trimEnd()) }),
    threadCode: assets?.text,
  })
}
