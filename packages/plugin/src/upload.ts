import type { StandardSchemaV1 } from '@standard-schema/spec'
import { defineEndpoint, nothing, type Endpoint, type EndpointInput, type EndpointOptions } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import type { SelfDescribing, ToJsonSchema } from './json-schema.ts'

/** Which files an upload takes. */
export interface UploadRules {
  /**
   * Media types such as `application/pdf` and ranges such as `image/*`. A file counts as the type of its content, not as
   * the one that its sender states. A range leaves out types that run code in a browser (SVG, HTML): name those.
   */
  readonly accept: readonly string[]
  /** The largest file, in bytes: at most `limits.largestRequestBody`, 100 MiB. */
  readonly maxBytes: number
  /**
   * Bytes from the beginning of the file that the handler gets as `file.head`, to look at what the file says of itself:
   * at most 256 KiB; none when left out.
   * @since 1.0.0
   */
  readonly headBytes?: number
}

/** A stored file of an upload. */
export interface UploadedFile {
  /** Its key in `Blobs`, chosen by the host; store it in your row. */
  readonly key: string
  /** Its name as the user sees it, without folders: 1 to 200 characters on one line; `file` when none was sent. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** The media type of its content. */
  readonly type: string
  /**
   * Its first bytes: as many as `headBytes` of the upload, or the whole of a shorter file.
   * @since 1.0.0
   */
  readonly head: Uint8Array
}

/** Members of an endpoint that an upload decides itself. */
type Decided =
  | 'input'
  | 'audience'
  | 'factor'
  | 'confined'
  | 'mcp'
  | 'action'
  | 'atomic'
  | 'bodyLimit'
  | 'structureLimit'
  | 'examples'

/** Parts of an upload's definition: those of an endpoint of a workspace, and which files it takes. */
export interface UploadOptions<
  Pattern extends string,
  Input extends StandardSchemaV1,
  Output extends StandardSchemaV1,
  Code extends ErrorCode = never,
>
  extends Omit<EndpointOptions<Pattern, Input, Output, 'workspace', Code>, Decided>, UploadRules {
  /** Fields beside the file, sent in the query; none when left out. None of them is called `file`. */
  readonly input?: Input
}

/** A typed upload: an endpoint of a workspace whose body is one file and whose input is its query. */
export interface Upload<
  Pattern extends string = string,
  Input extends StandardSchemaV1 = StandardSchemaV1,
  Output extends StandardSchemaV1 = StandardSchemaV1,
  Code extends ErrorCode = ErrorCode,
> extends Endpoint<Pattern, Input, Output, 'workspace', Code> {
  readonly upload: UploadRules
}

/** Input of an upload's call: the file, the wildcards of the pattern and the fields, as one object. */
export type UploadInput<U extends Upload> = EndpointInput<U> & {
  /** A `File` brings its name along; give a plain `Blob` one with the option `fileName`. */
  readonly file: Blob
}

/**
 * Defines a typed upload. Safe in a browser. Mount it with `mux.upload`, send to it with the client's `upload` or
 * `useUpload` of the SDK, and answer the file with `answerBlob`.
 *
 * The request is the bare file: its fields in the query, its type in `Content-Type`, its name percent-encoded in
 * `X-File-Name`. Guard, input and limits are checked before the file is read. The file is streamed to the plugin's
 * `Blobs`, and stays only if the handler succeeds: row and file commit in one transaction.
 *
 * A repeat with the same `Idempotency-Key` gets the stored answer, and the file is not read again. Repeats are compared
 * by query, name, type and length of the file, not by its bytes.
 * @example
 * export const addReceipt = defineUpload({
 *   pattern: 'POST /api/x/expenses/{id}/receipts', accept: ['image/*', 'application/pdf'], maxBytes: 10 * 1024 * 1024,
 *   output: Receipt, summary: 'Add a receipt', toJSONSchema: z.toJSONSchema,
 * })
 * @since 1.0.0
 */
export function defineUpload<
  const Pattern extends `${'POST' | 'PUT'} ${string}`,
  Output extends StandardSchemaV1,
  Input extends StandardSchemaV1 = typeof nothing,
  const Code extends ErrorCode = never,
>(
  options: UploadOptions<Pattern, Input, Output, Code> & JsonSchemaSource<Input, Output>,
): Upload<Pattern, Input, Output, Code> {
  const { accept, maxBytes, headBytes, ...rest } = options
  const rules = { accept: Object.freeze([...accept]), maxBytes, ...(headBytes !== undefined && { headBytes }) }
  const upload = Object.freeze(rules)
  const given = { input: nothing, ...rest, audience: 'workspace', atomic: true, bodyLimit: maxBytes }
  const endpoint = defineEndpoint(given as never) as unknown as Endpoint<Pattern, Input, Output, 'workspace', Code>
  return Object.freeze({ ...endpoint, upload })
}

type JsonSchemaSource<Input, Output> = Input extends SelfDescribing
  ? Output extends SelfDescribing
    ? { readonly toJSONSchema?: ToJsonSchema }
    : { readonly toJSONSchema: ToJsonSchema }
  : { readonly toJSONSchema: ToJsonSchema }

/**
 * `defineUpload` with the schema library's converter given once.
 * @example const defineUpload = uploadsWith(z.toJSONSchema)
 * @since 1.0.0
 */
export function uploadsWith(toJSONSchema: ToJsonSchema) {
  return function define<
    const Pattern extends `${'POST' | 'PUT'} ${string}`,
    Output extends StandardSchemaV1,
    Input extends StandardSchemaV1 = typeof nothing,
    const Code extends ErrorCode = never,
  >(options: UploadOptions<Pattern, Input, Output, Code>): Upload<Pattern, Input, Output, Code> {
    return defineUpload({ ...options, toJSONSchema })
  }
}
