import { BootError } from '../support/boot-error.ts'
import type { ListenAddress } from './listen-address.ts'

/** The reason for which an address can't be listened on, as a refused start. */
export function listenError({ host = '', port }: ListenAddress, error: unknown): BootError {
  const reason = error instanceof Error ? error.message : String(error)
  const problem = `The host can't listen on "${host}:${port}": ${reason}; set HOST_LISTEN to another address.`
  return new BootError('listen', [problem], { cause: error })
}
