import type { AuditActor, AuditEntry } from '@host/plugin'
import type { ExecutionContext } from '../observability/containment/execution-contexts.ts'
import { requestHeader } from '../http/node-request.ts'
import { RequestState } from '../request/request-state.ts'
import { instanceOrgId } from '../request/instance-org-id.ts'
import { snapshot } from './snapshot.ts'

/** Where an entry comes from. */
export interface EntryOrigin {
  readonly plugin: string
  /** The pattern of the endpoint, or the operator's command, such as `host user make-admin`. */
  readonly endpoint: string | null
  readonly address: string | null
  readonly userAgent: string | null
  readonly requestId: string | null
}

/** An entry to be written. */
export interface NewEntry extends EntryOrigin {
  readonly orgId: string
  readonly action: string
  readonly actor: AuditActor
  readonly target: string | null
  /** JSON as text, without secrets. */
  readonly before: string | null
  readonly after: string | null
}

/** The details of an entry, with its owner. */
export interface NamedEntry extends AuditEntry {
  /** Undefined for the instance. */
  readonly orgId: string | undefined
  readonly actor: AuditActor
}

const actionForm = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+$/
const longestAction = 100
const longestTarget = 200

/** A requested entry, checked, and without values that must not be stored. @throws TypeError */
export function newEntry(named: NamedEntry, origin: EntryOrigin): NewEntry {
  const { orgId = instanceOrgId, action, actor, target, before, after } = named
  checkAction(action)
  return {
    ...origin,
    orgId,
    action,
    actor,
    target: targetText(target),
    before: snapshot(before),
    after: snapshot(after),
  }
}

/** Where code that runs in a frame stands; of the request it answers, if it does. */
export function originOf(frame: ExecutionContext | undefined, plugin = frame?.plugin ?? 'host'): EntryOrigin {
  if (frame instanceof RequestState) return requestOrigin(frame, plugin)
  return { plugin, endpoint: null, address: null, userAgent: null, requestId: frame?.requestId ?? null }
}

/** Facts of the request that an entry belongs to. */
export function requestOrigin(state: RequestState, plugin: string): EntryOrigin {
  return {
    plugin,
    endpoint: state.route === '' ? null : state.route.slice(0, 300),
    address: state.address.slice(0, 64) || null,
    userAgent: requestHeader(state.request, 'user-agent')?.slice(0, 512) ?? null,
    requestId: state.requestId,
  }
}

/** @throws TypeError for an action that is not a `noun.verb` */
export function checkAction(action: string): void {
  if (typeof action === 'string' && action.length <= longestAction && actionForm.test(action)) return
  throw new TypeError(
    `an audit action must be "noun.verb" in lowercase, such as "note.created", with at most ${longestAction} characters; not ${JSON.stringify(action)}`,
  )
}

/** A target as it is stored: without characters that no database stores, and cut to its column. */
export function targetText(target: string | null | undefined): string | null {
  if (target === undefined || target === null || target === '') return null
  return target.replaceAll('\0', '').toWellFormed().slice(0, longestTarget).toWellFormed()
}
