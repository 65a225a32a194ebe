import { NodeRequest } from 'srvx/node'
import type { BodyLimits } from './body-limits.ts'
import { callSignal } from './call-signal.ts'
import { checkStructure } from './json-structure.ts'
import { parseJson } from './parse-json.ts'
import type { SocketBody } from './socket-body.ts'

type Context = ConstructorParameters<typeof NodeRequest>[0]

type Whole = 'json' | 'text' | 'arrayBuffer' | 'bytes' | 'blob' | 'formData'

/** The adapter's request, its signal left for the subclass to define. */
interface AdapterRequest extends Omit<Request, 'signal' | 'body' | 'bodyUsed' | Whole> {
  get body(): Request['body']
  get bodyUsed(): boolean
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
 * A request that came through the socket. Its signal aborts when the client leaves, in the execution context of the
 * code that asked for the signal; see `callSignal`.
 *
 * Methods that read the whole body read it as the host does: counted while it is in memory, and JSON within the limit
 * of its structure. `body` and `clone` are streams, which take as much memory as their handler lets them.
 */
export class SocketRequest extends Base {
  readonly #given: GivenBody | undefined
  #signal: AbortSignal | undefined
  #isStreamed = false
  /** Whether its text was given to a reader by this class, behind the adapter's back. */
  #isUsed = false

  constructor(context: Context, given?: GivenBody) {
    super(given === undefined ? context : Object.assign(context, { body: given.source }))
    this.#given = given
  }

  get signal(): AbortSignal {
    return (this.#signal ??= callSignal(this, never))
  }

  override get body(): Request['body'] {
    if (this.#isUsed) return null
    this.#isStreamed = true
    return super.body
  }

  override get bodyUsed(): boolean {
    return this.#isUsed || super.bodyUsed
  }

  override json(): Promise<unknown> {
    const given = this.#waiting()
    if (given === undefined) return super.json()
    return this.#use(given, (body, { structure }) => parseJson(body, structure).value)
  }

  override text(): Promise<string> {
    const given = this.#waiting()
    if (given === undefined) return super.text()
    return this.#use(given, (body, { structure }) => {
      if (jsonType.test(this.headers.get('content-type') ?? '')) checkStructure(body, structure)
      return body.toString()
    })
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return await this.#buffered(() => super.arrayBuffer())
  }

  override async bytes(): ReturnType<Request['bytes']> {
    return await this.#buffered(() => super.bytes())
  }

  override async blob(): Promise<Blob> {
    return await this.#buffered(() => super.blob())
  }

  override async formData(): Promise<FormData> {
    return await this.#buffered(() => super.formData())
  }

  /** The body, while it can be read as a whole; one that was asked for as a stream is left to the adapter. */
  #waiting(): GivenBody | undefined {
    if (this.#isStreamed || this.bodyUsed || this.method === 'GET' || this.method === 'HEAD') return undefined
    return this.#given?.source.isTaken === true ? undefined : this.#given
  }

  /** Reads the body instead of the adapter. */
  async #use<Result>(
    { source, limits }: GivenBody,
    read: (body: Buffer, limits: BodyLimits) => Result,
  ): Promise<Result> {
    const result = read(await source.read(limits.bytes), limits)
    this.#isUsed = true
    source.drop()
    return result
  }

  /** Reads the body into memory before the adapter takes it from there. */
  async #buffered<Result>(read: () => Promise<Result>): Promise<Result> {
    const given = this.#waiting()
    if (given === undefined) return await read()
    await given.source.read(given.limits.bytes)
    const result = await read()
    given.source.drop()
    return result
  }
}
