import type { Log } from '@host/plugin'
import type { DeniedHostsService } from '@host/plugin/platform'
import { BootError } from '../../support/boot-error.ts'
import { DeniedHosts } from './denied-hosts.ts'

/** Opens the list of hosts that the operator gave. @throws BootError when it can't be used */
export async function openDeniedHosts(path: string, log: Log): Promise<DeniedHostsService> {
  try {
    return await DeniedHosts.open({ path, log })
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    const problem = `The list of denied hosts "${path}" can't be used: ${reason}; set HOST_DENIED_HOSTS to a file with one host name a line, or unset it.`
    throw new BootError('stores', [problem], { cause: error })
  }
}
