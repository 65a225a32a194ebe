import { BootError } from '../support/boot-error.ts'
import { isUnix, type HttpAddress } from './http-address.ts'

/** The reason for which an address can't be listened on, as a refused start. */
export function listenError(address: HttpAddress, error: unknown): BootError {
  const reason = error instanceof Error ? error.message : String(error)
  const text = isUnix(address) ? `unix:${address.path}` : `${address.host ?? ''}:${address.port}`
  const problem = `The host can't listen on "${text}": ${reason}; set HOST_LISTEN to another address.`
  return new BootError('listen', [problem], { cause: error })
}
