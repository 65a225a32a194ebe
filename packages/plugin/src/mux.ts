import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { RouteDeprecation } from './deprecation.ts'
import type { Endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Admitted, Guarded, Handler, MaybePromise } from './handler.ts'
import type { ParamsOf, PathOf } from './pattern.ts'
import type { PublicFileHandler, PublicForm, PublicFormHandler, PublicPage, PublicPageHandler } from './public-page.ts'
import type { Upload, UploadedFile } from './upload.ts'
import type { InstanceScope, RequestScope, UserScope, WorkspaceScope } from './scope.ts'

/** The pattern itself when the plugin may register it, else a sentence that the compiler shows. */
export type AllowedPattern<Name extends string, Granted extends string, Pattern extends string> =
  PathOf<Pattern> extends `/api/x/${Name}/${string}`
    ? Pattern
    : PathOf<Pattern> extends `/api/${infer Rest}`
      ? Rest extends Granted | `${Granted}/${string}`
        ? Pattern
        : Refused<`${Name} registers API routes under /api/x/${Name}/ only`>
      : Pattern

/** The path of a public page, form or file when the plugin may register it, else a sentence that the compiler shows. */
export type AllowedPublicPath<Name extends string, Path extends string> = Path extends
  | `/p/${Name}`
  | `/p/${Name}/${string}`
  ? Path
  : Refused<`${Name} registers public pages under /p/${Name} only`>

/** No pattern has this type; the compiler shows the sentence. */
type Refused<Sentence extends string> = { readonly [Reason in Sentence]: never }

/** The scope that an endpoint's handler gets, by its audience. */
export type EndpointScope<E extends Endpoint, Tables> = ScopeOf<E['audience'], Tables, ParamsOf<E['pattern']>> & {
  readonly input: StandardSchemaV1.InferOutput<E['input']>
}

type ScopeOf<Audience, Tables, Params> = Audience extends 'workspace'
  ? WorkspaceScope<Tables, Params>
  : Audience extends 'user'
    ? UserScope<Params>
    : Audience extends 'instance'
      ? InstanceScope<Params>
      : RequestScope<Params>

/** The answer of a handler. One whose output is `nothing` needs no `return`. */
type AnswerOf<E extends Endpoint> =
  | StandardSchemaV1.InferInput<E['output']>
  | Response
  | (undefined extends StandardSchemaV1.InferInput<E['output']> ? void : never)

/** A typed endpoint's handler: it returns the output, or a whole answer where it must set headers. */
export type EndpointHandler<E extends Endpoint, Tables> = (scope: EndpointScope<E, Tables>) => MaybePromise<AnswerOf<E>>

/** The scope of an upload's handler. `db` is one transaction, which commits with the file or not at all. */
export type UploadScope<U extends Upload, Tables> = WorkspaceScope<Tables, ParamsOf<U['pattern']>> & {
  readonly input: StandardSchemaV1.InferOutput<U['input']>
  readonly file: UploadedFile
}

/** An upload's handler: it stores the file's key in a row, and returns the output or a whole answer. */
export type UploadHandler<U extends Upload, Tables> = (scope: UploadScope<U, Tables>) => MaybePromise<AnswerOf<U>>

/** Any handler for a pattern with these wildcards. */
export type RouteHandler<Params> = Handler<RequestScope<Params>> | Guarded<Params> | Admitted<Params>

/**
 * Which of the host's limits per minute the calls of a route count against: `sign-in`, `redirect`, `page` and `form` per
 * client address, `api` per session or token, and per client address where there is none.
 */
export type RateClass = 'sign-in' | 'api' | 'redirect' | 'page' | 'form' | 'none'

/** A raw route's description of itself, for the description of the API. */
export interface RouteDescription {
  /** One sentence for people: the operation's title. */
  readonly summary: string
  readonly description?: string
  /** By name, with their meaning; all are text and optional. */
  readonly query?: Readonly<Record<string, string>>
  /** Its input: the content type, and its JSON Schema where there is one. */
  readonly body?: RouteContent
  /** By status; problems go without saying. */
  readonly answers: Readonly<Record<number, DescribedAnswer>>
  /** The codes of the problems that the handler throws, beyond those that the host answers for every call of its kind. */
  readonly errors?: readonly ErrorCode[]
}

/** An answer as the API's description lists it. */
export interface DescribedAnswer {
  readonly description: string
  readonly content?: RouteContent
}

/** A body by its content type, such as `text/event-stream`, or a range of them, such as `image/*`. */
export interface RouteContent {
  readonly type: string
  readonly schema?: JsonSchema
}

/** Where a route differs from the others. */
export interface RouteOptions {
  /** Its description; a route of the API without it is not in the API's description. */
  readonly operation?: RouteDescription
  /** The largest request body, in bytes: 1 MiB unless stated, at most `limits.largestRequestBody`. */
  readonly bodyLimit?: number
  /** The most commas, colons and opening brackets outside of strings in a JSON body: 10,000 unless stated. */
  readonly structureLimit?: number
  /** `api` below `/api/` and `none` elsewhere, unless stated. */
  readonly rateLimit?: RateClass
  /** States in every answer that it will be removed, and its replacement. */
  readonly deprecated?: RouteDeprecation
  /**
   * For a route that only programs with an API token call: explains to a client without a token how to get it, in the
   * `WWW-Authenticate` header of its 401. Visible ASCII without quotes.
   */
  readonly tokenHint?: string
}

/** Where a plugin registers its routes, while it is mounted (spec §4). */
export interface Mux<Name extends string = string, Tables = object, Granted extends string = never> {
  /**
   * Registers a route under a pattern of Go 1.22's ServeMux: `METHOD /path/{name}`, `{rest...}`, `{$}`.
   * A handler without a guard is public.
   * @throws Error outside `mount`
   * @example mux.handle('GET /api/x/notes/notes/{id}', ctx.guard(readNote))
   * @example mux.handle('PUT /api/x/notes/pictures/{id}', ctx.guard(putPicture), { bodyLimit: 8 * 1024 * 1024 })
   */
  handle<const Pattern extends string>(
    pattern: Pattern & AllowedPattern<Name, Granted, NoInfer<Pattern>>,
    handler: RouteHandler<ParamsOf<NoInfer<Pattern>>>,
    options?: RouteOptions,
  ): void

  /**
   * Registers a typed endpoint: its guard, validation and answer follow from the definition.
   * @example mux.endpoint(createNote, async ({ db, input }) => db.insertInto('notes').values(input).returningAll().executeTakeFirstOrThrow())
   */
  endpoint<E extends Endpoint>(
    endpoint: E & { readonly pattern: AllowedPattern<Name, Granted, E['pattern']> },
    handler: EndpointHandler<E, Tables>,
  ): void

  /**
   * Registers a typed upload. The file is in the plugin's `Blobs` when the handler runs, and only stays if the handler
   * succeeds: when it throws, or answers 400 or above, its writes through `scope.db` are undone and the file is removed.
   * The handler has 5 seconds and can't `put` blobs; `delete` is part of the transaction.
   * @example
   * mux.upload(addReceipt, async ({ db, params, file }) =>
   *   db.insertInto('receipts').values({ expense_id: params.id, ...file }).returningAll().executeTakeFirstOrThrow())
   */
  upload<U extends Upload>(
    upload: U & { readonly pattern: AllowedPattern<Name, Granted, U['pattern']> },
    handler: UploadHandler<U, Tables>,
  ): void

  /**
   * Registers a page without sign-in. It counts against the limit `page` of the client's address, and reads no session.
   * @example
   * mux.publicPage(sharedNote, {
   *   workspace: ({ params }) => findWorkspace(params.slug),
   *   answer: async ({ db, params }) => {
   *     const note = await db.selectFrom('notes_notes').selectAll().where('slug', '=', params.slug).executeTakeFirst()
   *     return note && { title: note.title, data: note }
   *   },
   * })
   */
  publicPage<Page extends PublicPage>(
    page: Page & { readonly path: AllowedPublicPath<Name, Page['path']> },
    handler: PublicPageHandler<Page, Tables>,
  ): void

  /**
   * Registers a form that is sent without sign-in. It counts against the limit `form` of the client's address, takes
   * submissions of this site's pages only, and runs at most once per `Idempotency-Key`, which every submission has.
   */
  publicForm<Form extends PublicForm>(
    form: Form & { readonly path: AllowedPublicPath<Name, Form['path']> },
    handler: PublicFormHandler<Form, Tables>,
  ): void

  /**
   * Registers a file that is read without sign-in, such as the picture of a shared record. Caches may serve it for up to
   * 5 minutes after you stop sharing it.
   * @example
   * mux.publicFile('/p/notes/{slug}/picture', { workspace, answer: async ({ orgId }) => {
   *   const blob = await blobs.get(orgId, 'picture')
   *   return blob && answerBlob(blob, { name: 'picture', as: 'inline' })
   * } })
   */
  publicFile<const Path extends string>(
    path: Path & AllowedPublicPath<Name, NoInfer<Path>>,
    handler: PublicFileHandler<NoInfer<Path>, Tables>,
  ): void
}
