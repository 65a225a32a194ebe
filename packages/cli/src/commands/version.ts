import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host version`: which version runs; with `--json` everything it is made of. */
export function versionCommand({ build, write }: CliContext) {
  return defineCommand({
    meta: { name: 'version', description: 'Print the version; add --json for plugins and digests' },
    args: { json: { type: 'boolean', description: 'Print plugins, versions, and digests as JSON' } },
    plugins: [strictArguments],
    run: ({ args }) => write(args.json === true ? JSON.stringify(build, null, 2) : build.version),
  })
}
