/**
 * Events that can't be published: misnamed, declared by two plugins, with an example that does not match their data, or
 * with a secret. Data of an event leaves the host by webhooks and is exported with its workspace, where secret names
 * are left out; so it must not contain any.
 */
import type { EventDefinition, JsonSchema } from '@host/plugin'
import { isSecretName } from '../../support/secret-names.ts'
import { hostEvents } from '../../domain-changes/host-events.ts'
import type { RegisteredPlugin } from '../../declared/plugin-entry.ts'

const wellFormedName = /^[a-z][a-z0-9_-]*(?:\.[a-z][a-z0-9_-]*)+$/
const longestName = 100

interface Publisher {
  readonly name: string
  readonly events: readonly EventDefinition[]
}

/** Problems of the events that plugins declare. */
export function eventProblems(plugins: readonly RegisteredPlugin[]): readonly string[] {
  const publishers = plugins.map(({ name, plugin: { events = [] } }) => ({ name, events }))
  return [
    ...publishers.flatMap(({ name, events }) => events.flatMap((event) => ownProblems(`Plugin "${name}"`, event))),
    ...sharedNames([{ name: 'host', events: hostEvents }, ...publishers]),
  ]
}

function ownProblems(who: string, event: EventDefinition): readonly string[] {
  const { name } = event
  if (!wellFormedName.test(name) || name.length > longestName) return [misnamed(who, name)]
  try {
    const schema = event.jsonSchema()
    return [
      ...[...namesIn(schema)].filter(isSecretName).map((field) => secretProblem(who, name, field)),
      ...exampleProblems(who, event),
    ]
  } catch (error) {
    return [`${who} has the event "${name}", which can't be described: ${reasonOf(error)}; fix its schema.`]
  }
}

function misnamed(who: string, name: string): string {
  return `${who} has the event "${name.slice(0, longestName)}"; name it noun.past-participle, such as "note.created", in at most ${longestName} lowercase letters, digits, hyphens, underscores, and periods.`
}

function secretProblem(who: string, name: string, field: string): string {
  return `${who} has the event "${name}" with "${field}" in its data, which is the name of a secret; remove it, or rename it if it isn't a secret.`
}

function exampleProblems(who: string, { name, data, example }: EventDefinition): readonly string[] {
  const checked = data['~standard'].validate(example)
  // A schema that validates asynchronously can't be checked before the start.
  if (checked instanceof Promise) {
    checked.catch(() => undefined)
    return [`${who} has the event "${name}" whose schema is asynchronous; use a synchronous schema.`]
  }
  const [issue] = checked.issues ?? []
  if (issue === undefined) return []
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
  return [
    `${who} has the event "${name}" whose example doesn't match its schema: ${path === '' ? '' : `${path}: `}${issue.message}; fix it.`,
  ]
}

/** The names of all properties of a schema, at any depth. */
function namesIn(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return found
  const { properties } = node as JsonSchema
  if (typeof properties === 'object' && properties !== null) for (const name of Object.keys(properties)) found.add(name)
  for (const child of Object.values(node)) namesIn(child, found)
  return found
}

function sharedNames(publishers: readonly Publisher[]): readonly string[] {
  const owners = Map.groupBy(
    publishers.flatMap(({ name, events }) => events.map((event) => ({ owner: name, event: event.name }))),
    ({ event }) => event,
  )
  return [...owners].filter(([, all]) => all.length > 1).map(([event, all]) => sharedProblem(event, all))
}

function sharedProblem(event: string, all: readonly { readonly owner: string }[]): string {
  const names = [...new Set(all.map(({ owner }) => owner))]
  if (names.length === 1) return `Plugin "${names[0]}" declares the event "${event}" twice; remove one.`
  return `The event "${event}" is declared by ${names.map((name) => `"${name}"`).join(' and ')}; rename all but one.`
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
