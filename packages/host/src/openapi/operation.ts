import type { ApiRoute } from '@host/plugin/platform'
import { answersOf } from './answers.ts'
import { examplesOf } from './examples.ts'
import { fileName, idempotencyKey, workspaceNames } from './fixed-parts.ts'
import { isObject, type JsonObject } from '../support/json.ts'
import type { OperationDraft, OperationTools } from './operation-draft.ts'
import { queryParameters } from './query-parameters.ts'

/** The operation of a route. */
export function operationOf(draft: OperationDraft, tools: OperationTools): JsonObject {
  const { id, route, described } = draft
  const parameters = parametersOf(draft, tools)
  const { deprecated } = route
  return {
    operationId: id,
    summary: described.summary,
    ...descriptionOf(draft),
    tags: [route.plugin.name],
    ...(deprecated === undefined ? {} : { deprecated: true }),
    security: securityOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...bodyOf(draft, tools),
    responses: answersOf(draft, tools),
    ...extensionsOf(route),
  }
}

function descriptionOf({ route: { deprecated }, described: { description } }: OperationDraft): JsonObject {
  const warning =
    deprecated === undefined ? undefined : `Deprecated since ${deprecated.since}: use \`${deprecated.use}\`.`
  const paragraphs = [description, warning].filter((paragraph) => paragraph !== undefined)
  return paragraphs.length === 0 ? {} : { description: paragraphs.join('\n\n') }
}

/** A public operation asks for nothing. */
function securityOf({ audience, requirements, pattern }: ApiRoute): readonly JsonObject[] {
  if (audience === 'public') return []
  const session = /^(?:GET|HEAD) /.test(pattern) ? { session: [] } : { session: [], csrf: [] }
  return requirements?.session === 'any' ? [session, { token: [] }] : [session]
}

function parametersOf({ id, route, described, path }: OperationDraft, tools: OperationTools): readonly JsonObject[] {
  const { query, examples } = described
  const schema = query === undefined ? undefined : tools.schemas.place(query, `${id}_query`)
  return [
    ...path,
    ...(schema === undefined ? [] : queryParameters(schema, examples[0]?.input)),
    ...(described.file === undefined ? [] : [fileName]),
    ...(isOfWorkspace(route) ? namesOf(schema, tools) : []),
    ...(route.isIdempotent ? [idempotencyKey(tools.components)] : []),
  ]
}

/** Whether a route reads the workspace that a call names: the console is outside of workspaces, and so are anonymous calls. */
function isOfWorkspace({ audience }: ApiRoute): boolean {
  return audience !== 'public' && audience !== 'instance'
}

/** An endpoint may have a use of its own for `?workspace=`. */
function namesOf(query: JsonObject | undefined, { components }: OperationTools): readonly JsonObject[] {
  const [inHeader, inQuery] = workspaceNames(components)
  const isTaken = query !== undefined && isObject(query['properties']) && 'workspace' in query['properties']
  return [inHeader, inQuery].filter((one) => one !== undefined && !(isTaken && one === inQuery)) as JsonObject[]
}

function bodyOf({ id, route, described: { body, file, examples } }: OperationDraft, tools: OperationTools): JsonObject {
  const { schemas } = tools
  if (file !== undefined) return fileBody(file, route)
  if (body === undefined) return {}
  const schema = body.schema === undefined ? {} : { schema: schemas.place(body.schema, `${id}_input`) }
  const shown = examplesOf(examples.map(({ title, input }) => ({ title, value: input })))
  const limit = route.bodyLimit
  return {
    requestBody: { required: true, content: { [body.type]: { ...schema, ...shown } }, 'x-largest-body': limit },
  }
}

/** A file as it is, by the types that are accepted. */
function fileBody(types: readonly string[], { bodyLimit }: ApiRoute): JsonObject {
  const content = Object.fromEntries(types.map((type) => [type, {}]))
  return { requestBody: { required: true, content, 'x-largest-body': bodyLimit } }
}

/** Further requirements for callers, for programs that read the document. */
function extensionsOf({ plugin, audience, requirements, scopes, agents }: ApiRoute): JsonObject {
  const { permission, tier, session, proof } = requirements ?? {}
  const isGated = plugin.info.core !== true && audience !== 'user' && audience !== 'instance'
  const extensions = {
    'x-audience': audience,
    'x-scope': scopes.length === 0 ? undefined : scopes.join(' '),
    'x-permission': permission,
    'x-tier': tier,
    'x-session': session === 'any' ? undefined : session,
    'x-proof': proof === true ? true : undefined,
    'x-agents': scopes.length === 0 || agents ? undefined : false,
    'x-feature': isGated ? plugin.feature : undefined,
  }
  return Object.fromEntries(Object.entries(extensions).filter(([, value]) => value !== undefined))
}
