import { useRef } from 'react'
import { useErrorText, useMutation, useToast, useTranslation, type EndpointInput } from '@host/plugin-sdk'
import { changeEmails, listConversation, listEmails, listMailboxes, mailLimits, readEmail } from '../../shared.ts'
import type { Email } from '../../shared.ts'

/** A change of emails. */
export type EmailChange = Omit<EndpointInput<typeof changeEmails>, 'ids'>

type Step = EndpointInput<typeof changeEmails>

/** Changes of emails, each with its way back. */
export interface Moves {
  /** Shows at once; a refusal is told, and takes it back. */
  readonly change: (emails: readonly Email[], change: EmailChange) => void
  /** Takes the last change back. */
  readonly undo: () => void
}

/** How many changes can be taken back. */
const most = 20

/** Moves and marks emails at once, and takes the last of that back on a press. */
export function useMoves(): Moves {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const back = useRef<(readonly Step[])[]>([])
  const closeToast = useRef<() => void>(undefined)
  const { mutateAsync } = useMutation(changeEmails, {
    invalidates: [listEmails, listMailboxes, listConversation, readEmail],
    optimistic(cache, { ids, ...wanted }) {
      const changed = new Set(ids)
      const shown = <One extends Email>(one: One): One => (changed.has(one.id) ? { ...one, ...wanted } : one)
      cache.update(listEmails, (page) => ({ ...page, items: page.items.map(shown) }))
      cache.update(listConversation, (page) => ({ ...page, items: page.items.map(shown) }))
      cache.update(readEmail, shown)
    },
  })
  async function send(steps: readonly Step[]): Promise<boolean> {
    try {
      for (const step of steps) await mutateAsync(step)
      return true
    } catch (error) {
      const { title, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: nextStep })
      return false
    }
  }
  async function take(steps: readonly Step[]) {
    back.current = back.current.filter((one) => one !== steps)
    closeToast.current?.()
    if (await send(steps)) toast({ tone: 'positive', title: t('mail.emails.undone') })
  }
  async function change(emails: readonly Email[], wanted: EmailChange) {
    if (emails.length === 0) return
    const steps = stepsBack(emails, wanted)
    back.current = [...back.current, steps].slice(-most)
    if (!(await send(inParts(emails, wanted)))) back.current = back.current.filter((one) => one !== steps)
    else {
      const title = t(`mail.emails.changed.${wanted.folder ?? (wanted.isRead === true ? 'read' : 'unread')}`, {
        count: emails.length,
      })
      closeToast.current?.()
      closeToast.current = toast({ title, action: { label: t('sdk.undo'), onPress: () => void take(steps) } })
    }
  }
  return {
    change: (emails, wanted) => void change(emails, wanted),
    undo() {
      const last = back.current.at(-1)
      if (last === undefined) toast({ title: t('mail.emails.nothingToUndo') })
      else void take(last)
    },
  }
}

/** The same change in as many calls as the server takes. */
function inParts(emails: readonly Email[], change: EmailChange): readonly Step[] {
  const count = Math.ceil(emails.length / mailLimits.changedAtOnce)
  return Array.from({ length: count }, (_, at) => ({
    ids: emails.slice(at * mailLimits.changedAtOnce, (at + 1) * mailLimits.changedAtOnce).map(({ id }) => id),
    ...change,
  }))
}

/** The changes that restore emails, those with the same state together. */
function stepsBack(emails: readonly Email[], change: EmailChange): readonly Step[] {
  const groups = Map.groupBy(emails, ({ folder, isRead }) => `${folder} ${isRead}`)
  return [...groups.values()].flatMap((group) => {
    const [{ folder, isRead } = { folder: 'inbox' as const, isRead: false }] = group
    return inParts(group, {
      ...(change.folder !== undefined && folder !== 'drafts' && { folder }),
      ...(change.isRead !== undefined && { isRead }),
    })
  })
}
