/** Identity of a request with a key: its lookup name, and its difference from another one with the same key. */
import { hash } from 'node:crypto'
import { nodeExchange, rawPath } from '../http/node-request.ts'
import { unversioned } from '../http/router/request-path.ts'
import type { RequestState } from '../request/request-state.ts'
import { endpointName } from './endpoint-name.ts'
import { readKey } from './key-header.ts'

/** The name of an entry: holder, endpoint and key, the last two as digests. */
export interface EntryName {
  /** A workspace, or another owner of keys: see `KeyHolder`. */
  readonly org_id: string
  readonly endpoint: string
  readonly key: string
}

/** The entry that a request belongs to. @throws Problem `bad_request` */
export function entryName({ request, route }: RequestState, holder: string): EntryName {
  return {
    org_id: holder,
    endpoint: digest(`${request.method} ${endpointName(unversioned(rawPath(request)), route)}`),
    key: digest(readKey(request)),
  }
}

/**
 * A digest of the rest of a request: its query and its body, byte by byte. A session confined to a workspace reads less
 * of its user's data, so its requests differ from those of other sessions.
 */
export function fingerprint(request: Request, body: Buffer, confinedTo?: string): string {
  // No query holds a NUL, so no query and body read like another pair.
  const said = digest(Buffer.concat([Buffer.from(`${rawQuery(request)}\0`), body]))
  return confinedTo === undefined ? said : digest(`${said}\0${confinedTo}`)
}

/** In place of a file that is streamed: its bytes are known only after the handler could have run. */
export function fileFacts({ headers }: Request): Buffer {
  const facts = ['content-type', 'content-length', 'x-file-name'].map((name) => headers.get(name) ?? '')
  return Buffer.from(facts.join('\0'))
}

function rawQuery(request: Request): string {
  const target = nodeExchange(request)?.request.url ?? new URL(request.url).search
  const mark = target.indexOf('?')
  return mark === -1 ? '' : target.slice(mark + 1)
}

function digest(data: string | Buffer): string {
  return hash('sha256', data, 'base64url')
}
