import { useErrorText, useMatching, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import type { EndpointInput, ListQueryResult, Selection } from '@host/plugin-sdk'
import { changeLinks, deleteLinks, linkLimits, listLinks, readLink, type Link } from '../../shared.ts'

/** The chosen links, and the input of the list that they are in. */
export interface BulkChoice {
  readonly selection: Selection
  readonly links: ListQueryResult<Link>
  readonly input: EndpointInput<typeof listLinks>
}

/** A change of all chosen links. */
export type BulkChange = Omit<EndpointInput<typeof changeLinks>, 'ids'>

/** Reads and changes the chosen links, some in each call. */
export function useBulk({ selection, links, input }: BulkChoice) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const readAll = useMatching(listLinks)
  const change = useMutation(changeLinks, { invalidates: [listLinks, readLink] })
  const remove = useMutation(deleteLinks, { invalidates: [listLinks] })
  const chosen = async (): Promise<readonly Link[]> =>
    selection.isAllMatching ? await readAll(input) : (links.items ?? []).filter(({ id }) => selection.keys.has(id))
  function end(count: number, text: 'changed' | 'deleted'): void {
    selection.clear()
    toast({ tone: 'positive', title: t(`links.bulk.${text}`, { count }) })
  }
  return {
    chosen,
    isBusy: change.isPending || remove.isPending,
    async changeAll(wanted: BulkChange): Promise<void> {
      const all = await chosen()
      for (const ids of someOf(all)) await change.mutateAsync({ ...wanted, ids: [...ids] })
      end(all.length, 'changed')
    },
    async removeAll(all: readonly Link[]): Promise<void> {
      for (const ids of someOf(all)) await remove.mutateAsync({ ids: [...ids] })
      end(all.length, 'deleted')
    },
    /** Does something without a dialog that shows its failure. */
    async attempt(work: () => Promise<void>): Promise<void> {
      try {
        await work()
      } catch (error) {
        const { title, nextStep } = errorText(error)
        toast({ tone: 'danger', title, description: nextStep })
      }
    },
  }
}

function someOf(links: readonly Link[]): readonly (readonly string[])[] {
  const count = Math.ceil(links.length / linkLimits.changedAtOnce)
  return Array.from({ length: count }, (_, at) =>
    links.slice(at * linkLimits.changedAtOnce, (at + 1) * linkLimits.changedAtOnce).map(({ id }) => id),
  )
}
