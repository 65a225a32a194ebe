import { listOf, type EndpointInput, type WorkspaceScope } from '@host/plugin'
import {
  cancelAllOutgoing,
  cancelOutgoingMessage,
  listAttempts,
  listOutgoing,
  markDelivered,
  readOutgoing,
  retryAllOutgoing,
  retryOutgoing,
  sendAgain,
} from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { MailMux, Parts } from '../parts.ts'
import { decide, type Changer, type Decision } from './change-recipients.ts'
import { outgoingDetails, requireOutgoing, shownOutgoing, statesOf, visibleOutgoing } from './outgoing-rows.ts'

/** Routes of the log of sending. */
export function mountOutgoing(mux: MailMux, parts: Parts): void {
  mux.endpoint(listOutgoing, (scope) => outgoingPage(scope, scope.input))
  mux.endpoint(readOutgoing, (scope) => outgoingDetails(scope.db, scope, scope.params.id))
  mux.endpoint(listAttempts, (scope) => attemptsPage(scope, { ...scope.input, id: scope.params.id }))
  const one = (decision: Decision) => (scope: Changer & OneInput) =>
    decide(parts, scope, { decision, ids: [scope.params.id], recipientIds: scope.input.recipientIds, isExact: true })
  mux.endpoint(retryOutgoing, one('retry'))
  mux.endpoint(cancelOutgoingMessage, one('cancel'))
  mux.endpoint(sendAgain, one('again'))
  mux.endpoint(markDelivered, one('delivered'))
  const many = (decision: Decision) => (scope: Changer & { readonly input: { readonly ids: readonly string[] } }) =>
    decide(parts, scope, { decision, ids: scope.input.ids, isExact: false })
  mux.endpoint(retryAllOutgoing, many('retry'))
  mux.endpoint(cancelAllOutgoing, many('cancel'))
}

interface OneInput {
  readonly params: { readonly id: string }
  readonly input: { readonly recipientIds?: readonly string[] | undefined }
}

type Reader = Pick<WorkspaceScope<Tables>, 'db' | 'userId' | 'role'>

async function outgoingPage(scope: Reader, { result, ...input }: EndpointInput<typeof listOutgoing>) {
  const { db } = scope
  const all = visibleOutgoing(db, scope)
  const fitting =
    result === undefined
      ? all
      : all.where('id', 'in', (from) =>
          from
            .selectFrom('mail_recipients')
            .select('mail_recipients.outgoing_id')
            .where('mail_recipients.state', 'in', [...statesOf[result]]),
        )
  const page = await listOf({ db, input }, fitting, {
    usual: '-createdAt',
    // IDs are in the order of their creation.
    sort: { createdAt: 'id' },
    filter: { state: 'state', mailboxId: 'mailbox_id' },
  })
  return { ...page, items: await shownOutgoing(db, scope, page.items) }
}

async function attemptsPage(
  scope: Reader,
  { id, ...input }: EndpointInput<typeof listAttempts> & { readonly id: string },
) {
  const { db } = scope
  await requireOutgoing(db, scope, id)
  const all = db
    .selectFrom('mail_attempts')
    .select(['id', 'domain', 'at', 'via', 'server', 'tls', 'transcript', 'results'])
    .where('outgoing_id', '=', id)
  return await listOf({ db, input }, all, {
    usual: '-at',
    sort: { at: 'id' },
    item: ({ results, ...row }) => ({ ...row, results: [...results] }),
  })
}
