import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Endpoint, EndpointInput } from '@host/client'
import type { Page } from '@host/plugin/wire'
import { useToast } from '../components/Toast.tsx'
import { useErrorText } from '../components/useErrorText.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useHost } from '../session/HostProvider.tsx'
import { isProofRefusal } from '../session/reauth-prompt.ts'
import { applyChanges } from './apply-changes.ts'
import { collectChanges, type OptimisticCache, type PendingChange } from './pending-changes.ts'
import { refetchChanged, sendWrite, type WriteEffects } from './write-effects.ts'

/** Effects and texts of a write that can be undone. */
export interface UndoableOptions<E extends Endpoint> extends WriteEffects {
  /**
   * Lists from which the item with the input's `id` is removed immediately. It reappears on "Undo", or when the server
   * rejects the write.
   */
  readonly removesFrom?: readonly ListEndpoint[]
  /** Immediately shows other effects of the write. */
  readonly optimistic?: (cache: OptimisticCache, input: EndpointInput<E>) => void
  /** Text of the toast with the "Undo" button. */
  readonly done: (inputs: readonly EndpointInput<E>[]) => ReactNode
  /** Text of the toast when the server rejects the write. Default: the title of the error. */
  readonly failed?: string
}

type ListEndpoint = Endpoint<
  `GET ${string}`,
  StandardSchemaV1,
  StandardSchemaV1<unknown, Page<{ readonly id: string }>>
>

/** A write that can be taken back. */
export interface UndoableMutation<E extends Endpoint> {
  readonly mutate: (input: EndpointInput<E>) => void
  /** Several at once, which "Undo" takes back together. */
  readonly mutateAll: (inputs: readonly EndpointInput<E>[]) => void
}

/**
 * A destructive write with "Undo" for 8 seconds instead of a question. It shows at once and is sent when the time is
 * over, the toast is closed, or the reader leaves the page, the workspace or the session.
 * @example
 * const remove = useUndoableMutation(deleteNote, { removesFrom: [listNotes], done: () => t('notes.deleted') })
 * @since 1.0.0
 */
export function useUndoableMutation<E extends Endpoint>(endpoint: E, options: UndoableOptions<E>): UndoableMutation<E> {
  const { client, pending, deferred } = useHost()
  const queries = useQueryClient()
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()

  function mutateAll(inputs: readonly EndpointInput<E>[]) {
    if (inputs.length === 0) return
    const writes = inputs.map((input) => ({ input, changes: changesOf(options, input) }))
    const takeBack = pending.show(writes.flatMap(({ changes }) => changes))
    async function send({ keepalive }: { readonly keepalive: boolean }) {
      closeToast()
      const sent = await Promise.allSettled(
        writes.map(({ input }) => sendWrite(client, { endpoint, input, keepalive })),
      )
      const accepted = writes.filter((_, index) => sent[index]?.status === 'fulfilled')
      await applyChanges(
        queries,
        accepted.flatMap(({ changes }) => changes),
      )
      takeBack()
      const refused = sent.find((one) => one.status === 'rejected')
      if (refused !== undefined && !isProofRefusal(refused.reason)) tellRefusal(refused.reason)
      await refetchChanged(queries, { ...options, invalidates: changedBy(options) })
    }
    function giveUp() {
      takeBack()
      closeToast()
      toast({ title: t('sdk.notDone'), description: t('sdk.sessionMoved') })
    }
    const write = deferred.defer({ send, takeBack, giveUp })
    const closeToast = toast({
      title: options.done(inputs),
      action: { label: t('sdk.undo'), onPress: write.undo },
      onGone: () => void write.commit(),
    })
  }

  function tellRefusal(error: unknown) {
    const { title, nextStep } = errorText(error)
    toast({ tone: 'danger', title: options.failed ?? title, description: nextStep })
  }

  return { mutate: (input) => mutateAll([input]), mutateAll }
}

function changedBy<E extends Endpoint>({
  removesFrom = [],
  invalidates = [],
}: UndoableOptions<E>): readonly Endpoint[] {
  return [...removesFrom, ...invalidates]
}

function changesOf<E extends Endpoint>(
  { removesFrom = [], optimistic }: UndoableOptions<E>,
  input: EndpointInput<E>,
): readonly PendingChange[] {
  const { id: gone } = input as { readonly id?: unknown }
  return collectChanges((cache) => {
    for (const list of removesFrom) {
      cache.update(list, (page) => ({ ...page, items: page.items.filter(({ id }) => id !== gone) }))
    }
    optimistic?.(cache, input)
  })
}
