import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { RouteDeprecation } from './deprecation.ts'
import type { ErrorCode } from './errors.ts'
import type { Role } from './roles.ts'
import type { DescribedAnswer, RateClass } from './mux.ts'
import type { ParamsOf } from './pattern.ts'
import type { UploadRules } from './upload.ts'
import { jsonSchemaOf, type JsonSchema, type SelfDescribing, type ToJsonSchema } from './json-schema.ts'

/** Callers that a typed endpoint accepts. Inside a workspace `role` sets the minimum. */
export type EndpointAudience = 'public' | 'user' | 'workspace' | 'instance'

/** A call's requirement on the session behind it, beyond the identity. */
export type SessionRequirement = 'any' | 'required' | 'recent'

/**
 * Which second factor a recent proof has to be by, for accounts that have one. A recovery code stands in for either; an
 * account that has only the other one proves that; `any` takes whichever the account has.
 */
export type FactorProof = 'totp' | 'passkey' | 'any'

/** Whether a route takes a session that the single sign-on of one workspace confines to that workspace. */
export type ConfinedSessions = 'refused' | 'allowed'

/** Offers an endpoint to agents as a tool. */
export interface McpOptions {
  /**
   * Shown as `<plugin>_<name>`: lower-case letters, digits and `_`, at most 40. Derived from the pattern when left out:
   * `operationName`.
   */
  readonly name?: string
  /** Explains to an agent when to use it; the endpoint's summary and description when left out. */
  readonly description?: string
  /** Follows from the method when left out: GET is read-only. */
  readonly readOnly?: boolean
  /** Follows from the method when left out: DELETE is destructive. */
  readonly destructive?: boolean
  /** An admin approves each call of an agent before it runs: the route itself answers its token 403 `approval_required`. */
  readonly approval?: boolean
}

/** Parts of a definition, written once in a plugin's `shared.ts`, and read by server, page and client. */
export interface EndpointOptions<
  Pattern extends string,
  Input extends StandardSchemaV1,
  Output extends StandardSchemaV1,
  Audience extends EndpointAudience,
  Code extends ErrorCode = never,
> {
  /** `METHOD /path/{param}`. */
  readonly pattern: Pattern
  /** The query of GET and DELETE, the JSON body of the rest; `nothing` when there is none. Wildcards of the pattern stay out of it. */
  readonly input: Input & DisjointFrom<Pattern, Input>
  /** The answer; `nothing` answers 204. */
  readonly output: Output
  /** `workspace` when left out. */
  readonly audience?: Audience
  /**
   * 403 below this role; `member` when left out. For the audience `user` the role in the workspace that the path names,
   * which the handler checks. An owner-only endpoint refuses every API token and asks a session for a recent proof.
   */
  readonly role?: Role
  /** A permission that the plugin declares. */
  readonly permission?: string
  /** 402 when the workspace's plan has not this tier. */
  readonly tier?: string
  /**
   * `any` takes API tokens too, `required` refuses them: 403 `session_required`. `recent` also asks for a proof of who
   * it is, by password or second factor, that is at most 15 minutes old: 403 `reauthentication_required`. `required`
   * for the audience `user` when left out, since a token belongs to one workspace and a person's own affairs to none;
   * `any` for the others. Always `recent` where the role, or the role of the permission, is `owner`.
   */
  readonly session?: SessionRequirement
  /**
   * Only for the audience `user`, beside `session: 'recent'`: a password is not proof enough for an account that has a
   * second factor. For changes of second factors themselves: 403 `reauthentication_required`.
   */
  readonly factor?: FactorProof
  /**
   * Only for the audience `user`. The single sign-on of a workspace vouches for a person in that workspace alone, so a
   * session that began with it is refused (403 `forbidden`) unless the route says `allowed`: then the handler reads and
   * changes nothing beyond the workspace that `Sessions.confinedTo` names. `refused` when left out.
   */
  readonly confined?: ConfinedSessions
  /**
   * The answer carries a secret, such as a signing key or a token. A session needs a proof of at most 15 minutes; an API
   * token passes with its scope, unless `session` refuses it. Implies `keepsAnswer: false`.
   * @since 1.0.0
   */
  readonly revealsSecret?: boolean
  /**
   * Whether the token of an agent may call it: 403 `session_required` otherwise. When left out, an agent may call tools,
   * and endpoints that only read, except exports: a GET that answers a file or writes an audit entry. Set `true` only
   * where a misled agent can do no harm.
   * @example agents: true // Marks the agent's own run as seen; it changes nothing else.
   * @since 1.0.0
   */
  readonly agents?: boolean
  /**
   * It changes nothing in the workspace, whatever its method, so it passes in a suspended one.
   * @since 1.1.0
   */
  readonly readsOnly?: boolean
  /**
   * `false` refuses instance admins who are in the workspace by support access: 403 `forbidden`. For changes of rights and
   * rules, exports, and all that sends data out of the workspace from then on. When left out, support access takes the routes
   * of a workspace that need neither a session, a recent proof nor the approval of an agent's calls and are not exports (a GET
   * that writes an audit entry), and the routes of users that take confined sessions, without a proof. `true` takes no other
   * ones.
   * @since 1.2.0
   */
  readonly support?: boolean
  /** One sentence for people: the operation's title. */
  readonly summary: string
  readonly description?: string
  /**
   * The codes of the problems that the handler throws, beyond those that the host answers for every call of its kind
   * (`hostErrors`): a client handles each by name, and the API's description lists them.
   */
  readonly errors?: readonly Code[]
  /**
   * Answers of the handler in addition to the output, by status: a file, say, or a redirect. For the API's description.
   * Where it names a success, an output of `nothing` is not listed.
   */
  readonly answers?: Readonly<Record<number, DescribedAnswer>>
  readonly examples?: readonly {
    readonly title?: string
    readonly input: StandardSchemaV1.InferInput<Input>
    readonly output: StandardSchemaV1.InferInput<Output>
  }[]
  readonly mcp?: boolean | McpOptions
  /**
   * Offers the endpoint in the command palette, to callers who may use it: selecting it runs it at once. For a POST,
   * PUT or PATCH of a workspace that needs no input from the user: no wildcard, and no required field. The label in
   * other languages is the text `action.<operationName>` of the plugin's `i18n`.
   */
  readonly action?: { readonly label: string; readonly icon?: string }
  /**
   * The audit action of a successful call, `noun.verb` such as `member.invited`; derived from the pattern when left
   * out. `false` writes no entry; a read-only endpoint writes one when it is named here.
   */
  readonly audit?: string | false
  /**
   * Paths of the API, such as `/api/menus`, that a successful call changes in addition to its own resource, which is
   * announced to open pages anyway. `false` for a call that changes no readable data.
   */
  readonly changes?: readonly string[] | false
  /**
   * The handler's `scope.db` is one transaction that also stores the answer of a request with an `Idempotency-Key`, so
   * that over a crash its effects are there once or not at all: see `IdempotencyOptions`.
   */
  readonly atomic?: boolean
  /**
   * `false` for an answer that must not be stored: a request with an `Idempotency-Key` runs once all the same, and its
   * repeat is answered 409 `idempotency_not_kept`. An answer with a secret has `revealsSecret`, which implies it.
   */
  readonly keepsAnswer?: boolean
  /**
   * `false` for a call whose effect belongs to the session, such as a sign-out, or whose answer sets a cookie or is
   * valid for one use: it can't be replayed, so an `Idempotency-Key` is ignored. A public call never takes one.
   */
  readonly takesKey?: boolean
  /** The status of success, 200 unless stated. */
  readonly status?: 200 | 201 | 202
  /**
   * The largest body of a call, in bytes, at most `limits.largestRequestBody`. When left out it follows from the input:
   * as large as valid JSON of it can be, at least 4 KiB and at most 1 MiB. A public endpoint whose input has no largest
   * size refuses the boot.
   */
  readonly bodyLimit?: number
  /**
   * The most commas, colons and opening brackets outside of strings in a body, 10,000 unless stated: the cost of
   * parsing JSON grows with them. For endpoints that take records in bulk.
   */
  readonly structureLimit?: number
  /** Which of the host's limits per minute a call counts against; `api` unless stated. */
  readonly rateLimit?: RateClass
  /** States in every answer that it will be removed, and its replacement. */
  readonly deprecated?: RouteDeprecation
}

type ParamInInput<Pattern extends string, Input extends StandardSchemaV1> = keyof ParamsOf<Pattern> &
  keyof NonNullableObject<StandardSchemaV1.InferInput<Input>>
type DisjointFrom<Pattern extends string, Input extends StandardSchemaV1> = [ParamInInput<Pattern, Input>] extends [
  never,
]
  ? unknown
  : { readonly 'a wildcard of the pattern must not be a property of the input': never }

/** The converter of the schema library, where a schema does not describe itself. */
export type JsonSchemaSource<Input, Output> = Input extends SelfDescribing
  ? Output extends SelfDescribing
    ? { readonly toJSONSchema?: ToJsonSchema }
    : { readonly toJSONSchema: ToJsonSchema }
  : { readonly toJSONSchema: ToJsonSchema }

/** A typed endpoint. */
export interface Endpoint<
  Pattern extends string = string,
  Input extends StandardSchemaV1 = StandardSchemaV1,
  Output extends StandardSchemaV1 = StandardSchemaV1,
  Audience extends EndpointAudience = EndpointAudience,
  Code extends ErrorCode = ErrorCode,
> {
  readonly pattern: Pattern
  readonly input: Input
  readonly output: Output
  readonly audience: Audience
  /** Errors that the handler throws by name; none when the definition names none. */
  readonly errors: readonly Code[]
  readonly role?: Role
  readonly permission?: string
  readonly tier?: string
  readonly session?: SessionRequirement
  readonly factor?: FactorProof
  readonly confined?: ConfinedSessions
  /** Empty in a page that was built, where `description`, `examples` and `mcp` are left out: only the server reads them. */
  readonly summary: string
  readonly description?: string
  readonly answers?: Readonly<Record<number, DescribedAnswer>>
  readonly examples?: readonly object[]
  readonly mcp?: boolean | McpOptions
  readonly action?: { readonly label: string; readonly icon?: string }
  readonly audit?: string | false
  readonly changes?: readonly string[] | false
  readonly atomic?: boolean
  readonly keepsAnswer?: boolean
  readonly revealsSecret?: boolean
  readonly agents?: boolean
  readonly readsOnly?: boolean
  readonly support?: boolean
  readonly takesKey?: boolean
  readonly status?: 200 | 201 | 202
  readonly bodyLimit?: number
  readonly structureLimit?: number
  readonly rateLimit?: RateClass
  readonly deprecated?: RouteDeprecation
  /** Which files it takes, where it is an upload: see `defineUpload`. */
  readonly upload?: UploadRules
  /** The JSON Schema of either side. @throws TypeError when the schema library cannot express it */
  jsonSchema(side: 'input' | 'output'): JsonSchema
}

/** Input of a call: the wildcards of the pattern and the input, as one object. */
export type EndpointInput<E extends Endpoint> = ParamsOf<E['pattern']> &
  NonNullableObject<StandardSchemaV1.InferInput<E['input']>>

/** Output of a call. */
export type EndpointOutput<E extends Endpoint> = StandardSchemaV1.InferOutput<E['output']>

/** The codes that a caller handles by name: the handler's errors, and `not_found` where the pattern names a record. */
export type EndpointError<E extends Endpoint> =
  | E['errors'][number]
  | (keyof ParamsOf<E['pattern']> extends never ? never : 'not_found')

/** An object without properties is inferred by some libraries as one of which any name is `never`: it takes none. */
type NonNullableObject<Value> = Value extends undefined ? unknown : HasNoNames<Value> extends true ? unknown : Value
type HasNoNames<Value> = string extends keyof Value ? ([Value[keyof Value]] extends [never] ? true : false) : false

/**
 * Defines a typed endpoint. Safe in a browser.
 * @example
 * export const createNote = defineEndpoint({
 *   pattern: 'POST /api/x/notes/notes', input: NewNote, output: Note, summary: 'Create a note', toJSONSchema: z.toJSONSchema,
 * })
 * @since 1.0.0
 */
export function defineEndpoint<
  const Pattern extends string,
  Input extends StandardSchemaV1,
  Output extends StandardSchemaV1,
  const Audience extends EndpointAudience = 'workspace',
  const Code extends ErrorCode = never,
>(
  options: EndpointOptions<Pattern, Input, Output, Audience, Code> & JsonSchemaSource<Input, Output>,
): Endpoint<Pattern, Input, Output, Audience, Code> {
  const { toJSONSchema, ...rest } = options as EndpointOptions<Pattern, Input, Output, Audience, Code> & {
    toJSONSchema?: ToJsonSchema
  }
  return Object.freeze({
    ...rest,
    errors: options.errors ?? [],
    audience: options.audience ?? ('workspace' as Audience),
    jsonSchema(side: 'input' | 'output') {
      return jsonSchemaOf(options[side], side, toJSONSchema)
    },
  })
}

/**
 * `defineEndpoint` with the schema library's converter given once.
 * @example const defineEndpoint = endpointsWith(z.toJSONSchema)
 * @since 1.0.0
 */
export function endpointsWith(toJSONSchema: ToJsonSchema) {
  return function define<
    const Pattern extends string,
    Input extends StandardSchemaV1,
    Output extends StandardSchemaV1,
    const Audience extends EndpointAudience = 'workspace',
    const Code extends ErrorCode = never,
  >(
    options: EndpointOptions<Pattern, Input, Output, Audience, Code>,
  ): Endpoint<Pattern, Input, Output, Audience, Code> {
    return defineEndpoint({ ...options, toJSONSchema })
  }
}

/** The code lets the host say it in the reader's language. */
const nothingExpected = Object.freeze({ code: 'nothing_expected', message: 'Nothing is expected here.' })
const nothingJsonSchema: JsonSchema = Object.freeze({ type: 'null' })

/**
 * The schema of no input and of an answer without content.
 * @since 1.0.0
 */
export const nothing: StandardSchemaV1<undefined> & SelfDescribing = Object.freeze({
  '~standard': {
    version: 1 as const,
    vendor: 'host',
    validate: (value: unknown) => (isEmpty(value) ? { value: undefined } : { issues: [nothingExpected] }),
    jsonSchema: { input: () => ({ ...nothingJsonSchema }), output: () => ({ ...nothingJsonSchema }) },
  },
})

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}
