import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import type { Assets } from '../embedded/assets.ts'
import { billKey } from '../embedded/bill-key.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host version`: which version runs; with `--json` its plugins, with `--sbom` every package in it, as CycloneDX. */
export function versionCommand({ assets, build, write }: CliContext) {
  return defineCommand({
    meta: { name: 'version', description: 'Print the version; add --json for plugins, or --sbom for packages' },
    args: {
      json: { type: 'boolean', description: 'Print plugins, versions, and digests as JSON' },
      sbom: { type: 'boolean', description: 'Print the bill of materials, as CycloneDX 1.6' },
    },
    plugins: [strictArguments],
    run({ args }) {
      if (args.sbom === true) return write(billOf(assets))
      write(args.json === true ? JSON.stringify(build, null, 2) : build.version)
    },
  })
}

function billOf(assets: Assets | undefined): string {
  if (assets !== undefined) return assets.text(billKey).trimEnd()
  throw new CommandFailure(['A checkout has no bill of materials; run this command of an executable.'])
}
