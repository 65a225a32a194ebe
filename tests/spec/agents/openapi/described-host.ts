import { Api, type ApiService, type OpenApiDocument } from '@host/plugin/platform'
import { startSpecHost, type SpecHost, type SpecHostOptions } from '../../lab/spec-host.ts'

/** A host and its description. */
export interface DescribedHost extends AsyncDisposable {
  readonly host: SpecHost
  readonly api: ApiService
}

export async function startDescribed(options: SpecHostOptions = {}): Promise<DescribedHost> {
  const host = await startSpecHost(options)
  const api = host.host.lookup(Api)
  if (api === undefined) throw new Error('The host does not describe its API.')
  return { host, api, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() }
}

/** An operation of a document with its place. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly value: OperationObject
}

/** As far as tests look into it. */
export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters?: readonly ParameterObject[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: object }>> }
  readonly responses: Readonly<Record<string, object>>
  readonly 'x-audience': string
  readonly 'x-feature'?: string
}

export interface ParameterObject {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: object
}

/** All operations, in the order of the document. */
export function operationsOf(document: OpenApiDocument): readonly Operation[] {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, value]) => ({ method, path, value })),
  )
}
