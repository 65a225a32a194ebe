import { useState } from 'react'
import { useMutation, useSearch, useToast, useTranslation } from '@host/plugin-sdk'
import { listZoneHistory, planRecords } from '../../shared.ts'
import { planErrors, planOf, type Drafts } from './drafts.ts'
import type { DraftsHandle } from './useDrafts.ts'

/** Plans the changes of a zone, and shows the plan by the address. */
export interface PlanHandle {
  /** The plan that is shown; null while records are. */
  readonly id: string | null
  readonly isPending: boolean
  readonly note: string
  readonly setNote: (note: string) => void
  /** Plans the changes that wait. */
  readonly review: () => void
  readonly show: (id: string | null) => void
  /** Brings the changes of the plan that is shown back; undefined when this page didn't make it. */
  readonly edit: (() => void) | undefined
  /** Plans them again. */
  readonly again: (() => void) | undefined
}

interface Planned {
  readonly id: string
  readonly drafts: Drafts
}

/** Plans what waits in a zone. */
export function usePlan(zoneId: string, { drafts, set, fail }: DraftsHandle): PlanHandle {
  const { t } = useTranslation()
  const toast = useToast()
  const [search, setSearch] = useSearch()
  const [planned, setPlanned] = useState<Planned>()
  const [note, setNote] = useState('')
  const { mutateAsync, isPending } = useMutation(planRecords, { invalidates: [listZoneHistory] })
  const id = search.get('plan')
  const show = (plan: string | null) => setSearch({ plan: plan ?? undefined, open: undefined })
  async function send(sent: Drafts) {
    const text = note.trim()
    try {
      const { changeset } = await mutateAsync({ id: zoneId, ...(text !== '' && { note: text }), ...planOf(sent) })
      set(new Map())
      if (changeset === null) toast({ title: t('domains.plan.nothing') })
      else setPlanned({ id: changeset.id, drafts: sent })
      show(changeset?.id ?? null)
    } catch (error) {
      set(sent)
      fail(planErrors(error as Parameters<typeof planErrors>[0], sent))
      show(null)
    }
  }
  const own = planned !== undefined && planned.id === id ? planned : undefined
  return {
    id,
    isPending,
    note,
    setNote,
    review: () => void (isPending || send(drafts)),
    show,
    edit:
      own &&
      (() => {
        set(own.drafts)
        show(null)
      }),
    again: own && (() => void send(own.drafts)),
  }
}
