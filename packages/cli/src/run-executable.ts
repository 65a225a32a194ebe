import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Edition } from './edition.ts'
import { embeddedAssets, type Assets } from './embedded/assets.ts'
import type { BuildInfo } from './embedded/build-info.ts'
import { findCheckout } from './find-checkout.ts'
import { runCli } from './run-cli.ts'
import { userArguments } from './user-arguments.ts'

/** Runs the product as this process: what `apps/server` does with its list of plugins. */
export async function runExecutable(edition: Edition): Promise<void> {
  const assets = embeddedAssets()
  const write = (line: string): void => void process.stdout.write(`${line}\n`)
  const report = (line: string): void => void process.stderr.write(`${line}\n`)
  const context = {
    edition,
    assets,
    build: readBuild(assets, edition),
    cwd: process.cwd(),
    env: process.env,
    write,
    report,
  }
  process.exitCode = await runCli(context, userArguments(process.argv, process.execPath))
}

function readBuild(assets: Assets | undefined, { inTree, outOfTree }: Edition): BuildInfo {
  if (assets !== undefined) return JSON.parse(assets.text('build.json')) as BuildInfo
  const root = findCheckout(process.cwd())
  const { version } =
    root === undefined
      ? { version: '0.0.0' }
      : (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string })
  const plugins = [...inTree, ...outOfTree].map(({ name }) => ({
    name,
    version,
    outOfTree: false,
    server: { package: name, version, digest: '' },
  }))
  return { version, node: process.version, digest: '', plugins }
}
