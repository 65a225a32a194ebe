import { BootError } from '../support/boot-error.ts'
import { isUnix, type HttpAddress } from './http-address.ts'

/** The reason for which the address of a variable can't be listened on, as a refused start. */
export function listenError(address: HttpAddress, error: unknown, variable = 'HOST_LISTEN'): BootError {
  if (error instanceof BootError) return error
  const reason = error instanceof Error ? error.message : String(error)
  const text = isUnix(address) ? `unix:${address.path}` : `${address.host ?? ''}:${address.port}`
  const problem = `The host can't listen on "${text}": ${reason}; set ${variable} to another address.`
  return new BootError('listen', [problem], { cause: error })
}
