import type { Endpoint } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'
import { inputSchema } from '../request/input-schema.ts'
import { deriveAction } from './derive-action.ts'
import { checkAction } from './new-entry.ts'
import { isSecretName, SecretNames } from '../support/secret-names.ts'

/** Shared facts of all entries of an endpoint. */
export interface EndpointShape {
  readonly plugin: string
  readonly action: string
  /** The wildcard that names the record; undefined where the pattern has none. */
  readonly wildcard: string | undefined
  /** The names of secrets, with those that the schema of the input marks. */
  readonly secrets: SecretNames
  /** Whether the input is stored as the state after the call. Not for anonymous callers: their input is a sign-in. */
  readonly keepsInput: boolean
  readonly isOfInstance: boolean
}

const reading: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD'])

/**
 * The audit entries of an endpoint's calls; undefined when they write none.
 * @throws TypeError for an invalid action
 */
export function shapeOf(endpoint: Endpoint, plugin: string): EndpointShape | undefined {
  const { audit, audience } = endpoint
  const pattern = parsePattern(endpoint.pattern)
  if (audit === false || (audit === undefined && reading.has(pattern.method))) return undefined
  const action = audit ?? deriveAction(pattern)
  checkAction(action)
  const names = pattern.segments.flatMap((segment) => ('name' in segment ? [segment.name] : []))
  const wildcard = names.at(-1)
  let secrets: SecretNames | undefined
  return Object.freeze({
    plugin,
    action,
    wildcard: wildcard === undefined || isSecretName(wildcard) ? undefined : wildcard,
    get secrets() {
      return (secrets ??= new SecretNames(inputSchema(endpoint)))
    },
    keepsInput: audience !== 'public',
    isOfInstance: audience === 'instance',
  })
}
