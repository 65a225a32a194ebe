import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/**
 * Other implementations of DNS that tests compare ours with, from Debian's packages. Missing ones are installed with one
 * call where the user may do that. Without them a test is skipped, and under CI it fails.
 */

const packages = ['knot', 'knot-dnsutils', 'knot-dnssecutils', 'bind9', 'bind9-utils', 'bind9-dnsutils']
const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin']

/** Names of the tools that tests use. */
export type DebianTool =
  | 'kdig'
  | 'named-rrchecker'
  | 'named-checkzone'
  | 'named-compilezone'
  | 'kzonecheck'
  | 'named'
  | 'knotd'

/** `false` where all tools are there, as the option `skip` of a test; otherwise the reason. @throws under CI */
export function missingTools(...tools: readonly DebianTool[]): string | false {
  if (tools.every(isThere)) return false
  if (process.getuid?.() === 0) install()
  const missing = tools.filter((tool) => !isThere(tool))
  if (missing.length === 0) return false
  const reason = `needs ${missing.join(', ')}: apt-get install ${packages.join(' ')}`
  if (process.env['CI']) throw new Error(reason)
  return reason
}

function isThere(tool: string): boolean {
  return folders.some((folder) => {
    try {
      accessSync(join(folder, tool), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Waits for another test file that installs the same, and starts none of the servers. */
function install(): void {
  const get = 'apt-get -qq -o DPkg::Lock::Timeout=120'
  const command = `${get} update && ${get} install -y --no-install-recommends ${packages.join(' ')}`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  spawnSync('sh', ['-c', command], { env, stdio: 'ignore', timeout: 240_000 })
}
