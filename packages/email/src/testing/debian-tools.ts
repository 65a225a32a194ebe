import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/**
 * Mail programs that tests talk to, from Debian's packages. Missing ones are installed with one call where the user may do
 * that. Without them a test is skipped, and under CI it fails. Postfix runs as root only.
 */
export type MailTool = 'swaks' | 'postfix'

const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin']

/** `false` where all tools are there, as the option `skip` of a test; otherwise the reason. @throws under CI */
export function missingTools(...tools: readonly MailTool[]): string | false {
  const isRoot = process.getuid?.() === 0
  if (isRoot && !tools.every(isThere)) install(tools)
  const missing = tools.filter((tool) => !isThere(tool))
  if (missing.length === 0 && (isRoot || !tools.includes('postfix'))) return false
  const reason = missing.length === 0 ? 'Postfix needs root' : `needs apt-get install ${missing.join(' ')}`
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

/** Waits for another test file that installs the same, and starts no server. */
function install(tools: readonly MailTool[]): void {
  const get = 'apt-get -qq -o DPkg::Lock::Timeout=120'
  const command = `${get} update && ${get} install -y --no-install-recommends ${tools.join(' ')} libnet-ssleay-perl`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  spawnSync('sh', ['-c', command], { env, stdio: 'ignore', timeout: 240_000 })
}
