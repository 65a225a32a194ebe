import { missingPrograms } from '@host/dns/testing'

/** Mail programs that tests talk to, from Debian's packages. Postfix runs as root only. */
export type MailTool = 'swaks' | 'postfix'

/** `false` where all tools are there, as the option `skip` of a test; otherwise the reason. @throws under CI */
export function missingTools(...names: readonly MailTool[]): string | false {
  const missing = missingPrograms({ packages: [...names, 'libnet-ssleay-perl'], names })
  if (missing !== false || !names.includes('postfix') || process.getuid?.() === 0) return missing
  if (process.env['CI']) throw new Error(needsRoot)
  return needsRoot
}

const needsRoot = 'Postfix needs root'
