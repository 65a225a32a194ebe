/**
 * An answer as stored in the database: a line of JSON that names the headers, then the body, sealed for its workspace,
 * endpoint and key. It can't be opened elsewhere, so an answer moved to another row is never shown.
 */
import type { MaybePromise } from '@host/plugin'
import { answerOf } from '@host/plugin/platform'
import { FastResponse } from 'srvx'
import type { Place, Vault } from '../security/encryption/vault.ts'
import { andThen } from '../request/and-then.ts'
import type { AnswerForm, CapturedAnswer } from './captured-answer.ts'
import { isWorkspace } from './key-holder.ts'
import type { EntryName } from './keyed-request.ts'

interface Head {
  readonly headers: Readonly<Record<string, string>>
  readonly form: AnswerForm
  readonly hasBody: boolean
}

/** Seals an answer; at once when the workspace's key is in memory. */
export function sealAnswer(
  vault: Vault,
  name: EntryName,
  { headers, form, body }: CapturedAnswer,
): MaybePromise<string> {
  const line = `${JSON.stringify({ headers, form, hasBody: body !== null } satisfies Head)}\n`
  const plain = body instanceof Uint8Array ? Buffer.concat([Buffer.from(line), body]) : Buffer.from(line + (body ?? ''))
  return vault.seal(plain, placeOf(name))
}

/** A sealed answer as it is given again. @throws SealBroken */
export function replayAnswer(
  vault: Vault,
  name: EntryName,
  { status, answer }: { readonly status: number; readonly answer: string },
): MaybePromise<Response> {
  return andThen(vault.open(answer, placeOf(name)), (plain) => {
    const end = plain.indexOf(0x0a)
    const head = JSON.parse(plain.toString('utf8', 0, end)) as Head
    const headers = { ...head.headers, 'cache-control': 'no-store', 'idempotency-replayed': 'true' }
    const body = head.hasBody ? plain.subarray(end + 1) : null
    if (head.form === 'platform') return new FastResponse(body, { status, headers })
    return answerOf({ status, headers, body: body === null ? null : body.toString() })
  })
}

/** Keys outside of workspaces are sealed with the key of the instance. */
function placeOf({ org_id: holder, endpoint, key }: EntryName): Place {
  const place = { plugin: 'host', field: 'idempotency_entries.answer' }
  if (isWorkspace(holder)) return { ...place, orgId: holder, row: `${endpoint}.${key}` }
  return { ...place, row: `${holder}.${endpoint}.${key}` }
}
