import type { StandardSchemaV1 } from '@standard-schema/spec'
import { defineEndpoint, nothing, type Endpoint, type JsonSchemaSource } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import type { MaybePromise } from './handler.ts'
import type { ToJsonSchema } from './json-schema.ts'
import type { ParamsOf } from './pattern.ts'
import type { RequestScope, WorkspaceScope } from './scope.ts'

/** A page without sign-in: its address, and the data that the server sends with it. */
export interface PublicPage<Path extends string = string, Data extends StandardSchemaV1 = StandardSchemaV1> {
  readonly path: Path
  readonly data: Data
}

/**
 * Defines a page without sign-in. Safe in a browser. Mount it with `mux.publicPage`, list its component in the
 * `publicPages` of the web half, and read its data there with `usePublicPage`.
 *
 * The data is validated by its schema before it is sent, and everybody who has the address reads it. List the properties
 * one by one: a zod object drops all others.
 * @example
 * export const sharedNote = definePublicPage({
 *   path: '/p/notes/{slug}', data: z.object({ title: z.string(), body: z.string() }),
 * })
 * @since 1.0.0
 */
export function definePublicPage<const Path extends `/p/${string}`, Data extends StandardSchemaV1>(
  page: PublicPage<Path, Data>,
): PublicPage<Path, Data> {
  return Object.freeze({ path: page.path, data: page.data })
}

/** Parts of a public form's definition. */
export interface PublicFormOptions<
  Path extends string,
  Input extends StandardSchemaV1,
  Output extends StandardSchemaV1,
  Code extends ErrorCode = never,
> {
  /** Below `/p/` and the plugin's name. */
  readonly path: Path
  /** Every string and list has a largest size: the limit of the body follows from them, at most 256 KiB. */
  readonly input: Input
  /** The answer to the sender; none when left out. Everybody who sends the form reads it. */
  readonly output?: Output
  /** One sentence for people. */
  readonly summary: string
  /** The codes of the problems that the handler throws. */
  readonly errors?: readonly Code[]
}

/** A form that is sent without sign-in: a POST that runs at most once per submission. */
export interface PublicForm<
  Path extends string = string,
  Input extends StandardSchemaV1 = StandardSchemaV1,
  Output extends StandardSchemaV1 = StandardSchemaV1,
  Code extends ErrorCode = ErrorCode,
> extends Endpoint<`POST ${Path}`, Input, Output, 'public', Code> {
  readonly path: Path
}

/**
 * Defines a form that is sent without sign-in. Safe in a browser. Mount it with `mux.publicForm`, and send it with
 * `usePublicForm` on a public page.
 * @example
 * export const sendReply = definePublicForm({
 *   path: '/p/notes/{slug}/replies', input: z.strictObject({ text: z.string().min(1).max(2000) }),
 *   summary: 'Reply to a shared note', toJSONSchema: z.toJSONSchema,
 * })
 * @since 1.0.0
 */
export function definePublicForm<
  const Path extends `/p/${string}`,
  Input extends StandardSchemaV1,
  Output extends StandardSchemaV1 = typeof nothing,
  const Code extends ErrorCode = never,
>(
  options: PublicFormOptions<Path, Input, Output, Code> & JsonSchemaSource<Input, Output>,
): PublicForm<Path, Input, Output, Code> {
  const { path } = options
  const given = { output: nothing, ...options, pattern: `POST ${path}`, audience: 'public', rateLimit: 'form' }
  const endpoint = defineEndpoint(given as never) as unknown as PublicForm<Path, Input, Output, Code>
  return Object.freeze({ ...endpoint, path })
}

/**
 * `definePublicForm` with the schema library's converter given once.
 * @example const definePublicForm = publicFormsWith(z.toJSONSchema)
 * @since 1.0.0
 */
export function publicFormsWith(toJSONSchema: ToJsonSchema) {
  return function define<
    const Path extends `/p/${string}`,
    Input extends StandardSchemaV1,
    Output extends StandardSchemaV1 = typeof nothing,
    const Code extends ErrorCode = never,
  >(options: PublicFormOptions<Path, Input, Output, Code>): PublicForm<Path, Input, Output, Code> {
    return definePublicForm({ ...options, toJSONSchema })
  }
}

/** The scope that finds the workspace of a public address. It has no request: no cookie or session decides. */
export type PublicAddressScope<Params = unknown> = Omit<RequestScope<Params>, 'request'>

/** The scope of a public handler, once the workspace is found: it reads and writes that workspace alone. */
export type PublicWorkspaceScope<Tables = object, Params = unknown> = PublicAddressScope<Params> &
  Pick<WorkspaceScope<Tables>, 'orgId' | 'db'>

/** How a public address is answered: first the workspace is found, then the gate is asked, then the handler runs. */
export interface PublicHandler<Params, Scope, Answer> {
  /**
   * The id of the workspace that the address belongs to, found by a column that is unique in the whole instance;
   * undefined for an unknown address, which is answered 404. So is one whose workspace has the feature off or is being
   * erased.
   */
  readonly workspace: (scope: PublicAddressScope<Params>) => MaybePromise<string | undefined>
  /** Answers from the workspace's own rows; undefined is answered 404. */
  readonly answer: (scope: Scope) => MaybePromise<Answer>
}

/** The content of a public page. */
export interface PublicPageContent<Data> {
  /** The title of the tab, of a search result and of a shared link: 1 to 200 characters. */
  readonly title: string
  /** One or two sentences for search results and shared links, at most 500 characters. */
  readonly description?: string | undefined
  /** Lets search engines list the page; they don't when left out. */
  readonly isIndexed?: boolean | undefined
  readonly data: Data
}

/** The handler of a public page. */
export type PublicPageHandler<Page extends PublicPage, Tables> = PublicHandler<
  ParamsOf<Page['path']>,
  PublicWorkspaceScope<Tables, ParamsOf<Page['path']>>,
  PublicPageContent<StandardSchemaV1.InferInput<Page['data']>> | undefined
>

/** The handler of a public form. `db` is one transaction, which commits with the stored answer or not at all. */
export type PublicFormHandler<Form extends PublicForm, Tables> = PublicHandler<
  ParamsOf<Form['path']>,
  PublicWorkspaceScope<Tables, ParamsOf<Form['path']>> & {
    readonly input: StandardSchemaV1.InferOutput<Form['input']>
  },
  StandardSchemaV1.InferInput<Form['output']>
>

/** The handler of a public file: the answer of `answerBlob`, or undefined. */
export type PublicFileHandler<Path extends string, Tables> = PublicHandler<
  ParamsOf<Path>,
  PublicWorkspaceScope<Tables, ParamsOf<Path>>,
  Response | undefined
>
