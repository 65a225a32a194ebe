import type { Operation, Parameter } from './operation.ts'
import type { Resolve } from './resolve.ts'
import { sampleOf } from './sample-of.ts'

/** A call, filled in. */
export interface ExampleCall {
  /** The path with its wildcards filled in, and the query. */
  readonly address: string
  /** Wildcards, query and body as one object, as the client takes them. */
  readonly input: Readonly<Record<string, unknown>>
  /** Undefined where there is none, or none that is JSON. */
  readonly body: unknown
}

/** A call of an operation as its definition shows it, or made up from its schemas. */
export function exampleCall({ path, parameters, body }: Operation, resolve: Resolve): ExampleCall {
  const shown = parameters.filter(
    ({ place, isRequired, example }) =>
      place === 'path' || (place === 'query' && (isRequired || example !== undefined)),
  )
  const values = new Map(shown.map((parameter) => [parameter.name, valueOf(parameter, resolve)]))
  const query = shown
    .filter(({ place }) => place === 'query')
    .map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(plain(values.get(name)))}`)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(plain(values.get(name) ?? name)))
  const sent = body?.type === 'application/json' ? (body.example ?? sampleOf(body.schema ?? {}, resolve)) : undefined
  const whole = typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? sent : {}
  return {
    address: `${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    input: { ...Object.fromEntries(values), ...whole },
    body: sent,
  }
}

function valueOf({ name, place, schema, example }: Parameter, resolve: Resolve): unknown {
  if (example !== undefined) return example
  const sample = sampleOf(schema, resolve)
  return place === 'path' && sample === 'text' ? name : sample
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Options of the shell and program snippets. */
export interface SnippetOptions {
  readonly operation: Operation
  readonly call: ExampleCall
  /** Where the host answers. */
  readonly origin: string
}

/** The call as a command for a terminal, without the token: `HOST_TOKEN` stands for it. */
export function curlSnippet({ operation, call, origin }: SnippetOptions): string {
  const lines = [
    `curl --request ${operation.method} ${quote(`${origin}${call.address}`)}`,
    ...(operation.takesToken ? ['--header "authorization: Bearer $HOST_TOKEN"'] : []),
    ...(operation.body === undefined ? [] : bodyLines(operation.body.type, call.body)),
  ]
  return lines.join(' \\\n  ')
}

function bodyLines(type: string, body: unknown): readonly string[] {
  const data = body === undefined ? '--data-binary @file' : `--data-raw ${quote(JSON.stringify(body))}`
  return [`--header ${quote(`content-type: ${type}`)}`, data]
}

/** Between single quotes a shell takes every character as it stands, but a single quote. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The call by the client, by its pattern. */
export function clientSnippet({ operation, call, origin }: SnippetOptions): string {
  const input = Object.keys(call.input).length === 0 ? '' : `, ${literal(call.input)}`
  const options = [
    `baseUrl: ${JSON.stringify(origin)}`,
    ...(operation.takesToken ? ['token: process.env.HOST_TOKEN'] : []),
  ]
  return [
    "import { createClient } from '@host/client'",
    '',
    `const client = createClient({ ${options.join(', ')} })`,
    `const answer = await client.open(${JSON.stringify(`${operation.method} ${operation.path}`)}${input})`,
    ...(operation.successes.some(({ contents }) => contents.some(({ type }) => type === 'application/json'))
      ? ['const body = await answer.json()']
      : []),
  ].join('\n')
}

/** JSON with the names of properties as programs write them. */
function literal(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(/^( *)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
}
