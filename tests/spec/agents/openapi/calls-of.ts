import fc, { type Arbitrary } from 'fast-check'
import type { Things } from '../../access/matrix/foreign-ids.ts'
import type { Operation, ParameterObject } from './described-host.ts'
import type { ValuesOf } from './values-of.ts'

/** A request. */
export interface Call {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

type Schema = Readonly<Record<string, unknown>>

/** Calls that an operation's own words allow. */
export function validCalls(operation: Operation, values: ValuesOf, things: Things): Arbitrary<Call> {
  return fc
    .record({
      path: pathOf(operation, things),
      query: queryOf(operation, values),
      body: bodyOf(operation, values),
      headers: keyOf(operation),
    })
    .map(({ path, query, body, headers }) => ({
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    }))
}

/** Calls with a fault that the client must be informed of in a documented way. */
export function invalidCalls(operation: Operation, values: ValuesOf, things: Things): Arbitrary<Call> {
  const valid = validCalls(operation, values, things)
  const hasBody = operation.value.requestBody !== undefined
  const json = { 'content-type': 'application/json' }
  const always: readonly Fault[] = [
    (call) => ({ ...call, path: withQuery(call.path, 'notInAnyInput=1') }),
    (call) => ({ ...call, path: withQuery(call.path, 'limit=-1&cursor=%00') }),
    (call) => ({ ...call, path: operation.path.replaceAll(/\{[^}]+\}/g, '%00') }),
    (call) => ({ ...call, headers: { ...call.headers, 'idempotency-key': 'two words' } }),
  ]
  const ofBodies: readonly Fault[] = [
    (call) => ({ ...call, headers: json, body: '{' }),
    (call) => ({ ...call, headers: json, body: '[1]' }),
    (call) => ({ ...call, headers: json, body: '{"notInAnyInput":true}' }),
    (call) => ({ ...call, headers: json, body: String.raw`{"a":"\u0000"}` }),
    (call) => ({ ...call, headers: json, body: `${'{"a":'.repeat(200)}1${'}'.repeat(200)}` }),
    (call) => ({ ...call, headers: { ...json, 'content-encoding': 'gzip' }, body: '{}' }),
    (call) => ({ ...call, headers: { 'content-type': 'text/plain' }, body: 'hello' }),
    (call) => ({ ...call, body: distorted(call.body) }),
  ]
  return fc.tuple(valid, fc.constantFrom(...always, ...(hasBody ? ofBodies : []))).map(([call, spoil]) => spoil(call))
}

type Fault = (call: Call) => Call

/** Every member of an object with a value of another type. */
function distorted(body = '{}'): string {
  const value = JSON.parse(body) as Record<string, unknown>
  const members = Object.entries(value).map(([name, member]) => [
    name,
    typeof member === 'string' ? { is: member } : 'no',
  ])
  return JSON.stringify(Object.fromEntries(members))
}

function withQuery(path: string, more: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${more}`
}

/** Paths with existing IDs, usually of the right kind, and with others. */
function pathOf({ path }: Operation, things: Things): Arbitrary<string> {
  const parts = path.split('/').map((part, at, all) => {
    if (!part.startsWith('{')) return fc.constant(part)
    const known = ids[all[at - 1] ?? '']?.(things)
    const other = fc.oneof(
      fc.constantFrom(...Object.values(things).map(String)),
      fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text !== '.' && text !== '..' && text.isWellFormed()),
    )
    const encoded = other.filter((text) => !text.includes('\0')).map(encodeURIComponent)
    return known === undefined ? encoded : fc.oneof({ weight: 3, arbitrary: fc.constant(known) }, encoded)
  })
  return fc.tuple(...parts).map((segments) => segments.join('/'))
}

const ids: Readonly<Record<string, (things: Things) => string>> = {
  workspaces: ({ workspace }) => workspace,
  members: ({ member }) => member,
  users: ({ member }) => member,
  tokens: ({ token }) => token,
  invitations: ({ invitation }) => invitation,
  sessions: ({ session }) => session,
  views: ({ view }) => view,
  entries: ({ entry }) => entry,
  domains: ({ domain }) => domain,
  links: ({ link }) => link,
  hosts: ({ linkHost }) => linkHost,
  tags: ({ linkTag }) => linkTag,
  folders: ({ linkFolder }) => linkFolder,
  imports: ({ linkImport }) => linkImport,
  'utm-templates': ({ utmTemplate }) => utmTemplate,
  webhooks: ({ webhook }) => webhook,
  deliveries: ({ delivery }) => delivery,
  'workspace-channels': ({ workspaceChannel }) => workspaceChannel,
  mailboxes: ({ mailbox }) => mailbox,
  emails: ({ email }) => email,
  attachments: ({ emailFile }) => emailFile,
  drafts: ({ mailDraft }) => mailDraft,
  signatures: ({ mailSignature }) => mailSignature,
  'system-emails': () => 'host.invitation',
  templates: ({ mailTemplate }) => mailTemplate,
  outgoing: ({ mailOutgoing }) => mailOutgoing,
  transports: ({ mailTransport }) => mailTransport,
  labels: ({ mailLabel }) => mailLabel,
  rules: ({ mailRule }) => mailRule,
  forwards: ({ mailForward }) => mailForward,
  senders: ({ mailSender }) => mailSender,
  products: ({ product }) => product,
  variants: ({ productVariant }) => productVariant,
  prices: ({ productPrice }) => productPrice,
  orders: ({ productOrder }) => productOrder,
  discounts: ({ productDiscount }) => productDiscount,
  reservations: ({ productReservation }) => productReservation,
  licenses: ({ productLicense }) => productLicense,
  features: () => 'webhooks',
  settings: () => 'hello',
}

function queryOf({ value }: Operation, values: ValuesOf): Arbitrary<string> {
  const parameters = (value.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const each = parameters.map((parameter) => valueOf(parameter, values))
  return fc.tuple(...each).map((found) => {
    const query = new URLSearchParams()
    for (const [name, given] of found) {
      for (const item of Array.isArray(given) ? given : [given]) {
        if (item !== undefined) query.append(name, typeof item === 'string' ? item : JSON.stringify(item))
      }
    }
    return query.toString()
  })
}

function valueOf({ name, required, schema }: ParameterObject, values: ValuesOf): Arbitrary<readonly [string, unknown]> {
  const value = values.schema(schema as Schema)
  const given = required === true ? value : fc.option(value, { nil: undefined })
  return given.map((each) => [name, each] as const)
}

function bodyOf({ value }: Operation, values: ValuesOf): Arbitrary<unknown> {
  const { schema } = value.requestBody?.content['application/json'] ?? {}
  return schema === undefined ? fc.constant(undefined) : values.schema(schema as Schema)
}

/** A repeat now and then. */
function keyOf({ value }: Operation): Arbitrary<Readonly<Record<string, string>>> {
  const isIdempotent = JSON.stringify(value.parameters ?? []).includes('IdempotencyKey')
  if (!isIdempotent) return fc.constant({})
  const key = fc.oneof(fc.uuid(), fc.constant('the-same-again'))
  return fc.oneof(
    fc.constant({}),
    key.map((text) => ({ 'idempotency-key': text })),
  )
}
