import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCheckout } from '../find-checkout.ts'
import type { Assets } from './assets.ts'
import type { BuildInfo } from './build-info.ts'

/** The executable's description of its contents; a checkout knows its version, and nothing was built. */
export function readBuild(assets: Assets | undefined): BuildInfo {
  if (assets !== undefined) return JSON.parse(assets.text('build.json')) as BuildInfo
  const root = findCheckout(import.meta.dirname)
  const text = root === undefined ? '{"version":"0.0.0"}' : readFileSync(join(root, 'package.json'), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return { version, node: process.version, digest: 'unbuilt', plugins: [] }
}
