import { NodeRequest } from 'srvx/node'
import type { BodyLimits } from './body-limits.ts'
import { callSignal } from './call-signal.ts'
import { checkStructure } from './json-structure.ts'
import { parseJson } from './parse-json.ts'
import type { SocketBody } from './socket-body.ts'

type Context = ConstructorParameters<typeof NodeRequest>[0]

type Whole = 'json' | 'text' | 'arrayBuffer' | 'bytes' | 'blob' | 'formData'

/** The adapter's request, its signal left for the subclass to define. */
interface AdapterRequest extends Omit<Request, 'signal' | 'body' | Whole> {
  get body(): Request['body']
  json(): Promise<unknown>
  text(): Promise<string>
  arrayBuffer(): Promise<ArrayBuffer>
  bytes(): ReturnType<Request['bytes']>
  blob(): Promise<Blob>
  formData(): Promise<FormData>
}

const Base = NodeRequest as unknown as new (context: Context) => AdapterRequest

/** The body that a request came with. */
export interface GivenBody {
  readonly source: SocketBody
  readonly limits: BodyLimits
}

const never = new AbortController().signal
const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/**
 * A request that came through the socket. Its signal aborts when the client leaves, in the frame of whoever asked for
 * the signal; see `callSignal`.
 *
 * Methods that read the whole body read it as the host does: counted while it is in memory, and JSON within the limit of
 * its structure. `body` and `clone` are streams, which take as much memory as their handler lets them.
 */
export class SocketRequest extends Base {
  readonly #given: GivenBody | undefined
  #signal: AbortSignal | undefined
  #isStreamed = false

  constructor(context: Context, given?: GivenBody) {
    super(given === undefined ? context : Object.assign(context, { body: given.source }))
    this.#given = given
  }

  get signal(): AbortSignal {
    return (this.#signal ??= callSignal(this, never))
  }

  override get body(): Request['body'] {
    this.#isStreamed = true
    return super.body
  }

  override async json(): Promise<unknown> {
    return await this.#whole(async (body, { structure }) => {
      const { value } = parseJson(body, structure)
      await super.text()
      return value
    }, super.json.bind(this))
  }

  override async text(): Promise<string> {
    return await this.#whole(async (body, { structure }) => {
      if (jsonType.test(this.headers.get('content-type') ?? '')) checkStructure(body, structure)
      return await super.text()
    }, super.text.bind(this))
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return await this.#whole(super.arrayBuffer.bind(this))
  }

  override async bytes(): ReturnType<Request['bytes']> {
    return await this.#whole(super.bytes.bind(this))
  }

  override async blob(): Promise<Blob> {
    return await this.#whole(super.blob.bind(this))
  }

  override async formData(): Promise<FormData> {
    return await this.#whole(super.formData.bind(this))
  }

  /** Reads the body into memory before `read` takes it; a stream that was asked for before is left to the adapter. */
  async #whole<Result>(
    read: (body: Buffer, limits: BodyLimits) => Promise<Result>,
    readStream: () => Promise<Result> = read as () => Promise<Result>,
  ): Promise<Result> {
    if (this.#given === undefined || this.#isStreamed || this.bodyUsed) return await readStream()
    const { source, limits } = this.#given
    if (source.isTaken || this.method === 'GET' || this.method === 'HEAD') return await readStream()
    const body = await source.read(limits.bytes)
    const result = await read(body, limits)
    source.drop()
    return result
  }
}
