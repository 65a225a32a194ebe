import { createLog, describeApi, readConfig, readEnvironment } from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { pluginEntries } from '../plugin-entries.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host openapi`: the whole API of this build as an OpenAPI document, and nothing else on standard output. */
export function openApiCommand({ assets, build, cwd, edition, env, report, write }: CliContext) {
  return defineCommand({
    meta: { name: 'openapi', description: 'Print the OpenAPI 3.1 document of the whole API' },
    plugins: [strictArguments],
    async run() {
      const { HOST_PUBLIC_URL } = readEnvironment(cwd, env)
      const document = await describeApi({
        plugins: pluginEntries(edition, build),
        build,
        publicUrl: readConfig({ HOST_PUBLIC_URL }).publicUrl,
        log: createLog({ level: 'warn', format: 'text', write: (line) => report(line.trimEnd()) }),
        threadCode: assets?.text,
      })
      write(JSON.stringify(document, null, 2))
    },
  })
}
