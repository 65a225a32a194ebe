import { NodeRequest } from 'srvx/node'
import { callSignal } from './call-signal.ts'

type Context = ConstructorParameters<typeof NodeRequest>[0]

/** The adapter's request, its signal left for the subclass to define. */
const Base = NodeRequest as unknown as new (context: Context) => Omit<Request, 'signal'>

const never = new AbortController().signal

/**
 * A request that came through the socket. Its signal aborts when the client leaves, in the frame of whoever asked for
 * the signal; see `callSignal`.
 */
export class SocketRequest extends Base {
  #signal: AbortSignal | undefined

  get signal(): AbortSignal {
    return (this.#signal ??= callSignal(this, never))
  }
}
