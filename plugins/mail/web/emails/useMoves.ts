import { useRef } from 'react'
import {
  useErrorText,
  useMutation,
  useToast,
  useTranslation,
  type EndpointInput,
  type OptimisticCache,
} from '@host/plugin-sdk'
import {
  changeEmails,
  labelEmails,
  listConversation,
  listEmails,
  listLabels,
  listMailboxes,
  mailLimits,
  readEmail,
} from '../../shared.ts'
import type { Email } from '../../shared.ts'

/** A change of emails. */
export type EmailChange = Omit<EndpointInput<typeof changeEmails>, 'ids'>

type LabelInput = EndpointInput<typeof labelEmails>
type Step =
  | { readonly kind: 'change'; readonly input: EndpointInput<typeof changeEmails> }
  | { readonly kind: 'label'; readonly input: LabelInput }

/** Changes of emails, each with its way back. */
export interface Moves {
  /** Shows at once; a refusal is told, and takes it back. */
  readonly change: (emails: readonly Email[], change: EmailChange) => void
  /** Gives emails a label, or takes it off. */
  readonly label: (emails: readonly Email[], labelId: string, isOn: boolean) => void
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
  const { mutateAsync: change } = useMutation(changeEmails, {
    invalidates: [listEmails, listLabels, listMailboxes, listConversation, readEmail],
    optimistic: (cache, { ids, ...wanted }) => showAs(cache, ids, (email) => ({ ...email, ...wanted })),
  })
  const { mutateAsync: label } = useMutation(labelEmails, {
    invalidates: [listEmails, listLabels, listConversation, readEmail],
    optimistic: (cache, { ids, add = [], remove = [] }) =>
      showAs(cache, ids, (email) => ({
        ...email,
        labels: [...email.labels.filter((id) => !add.includes(id) && !remove.includes(id)), ...add],
      })),
  })
  async function send(steps: readonly Step[]): Promise<boolean> {
    try {
      for (const { kind, input } of steps) await (kind === 'label' ? label(input) : change(input))
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
  async function apply(steps: readonly Step[], wayBack: readonly Step[], title: string) {
    if (steps.length === 0) return
    back.current = [...back.current, wayBack].slice(-most)
    if (!(await send(steps))) back.current = back.current.filter((one) => one !== wayBack)
    else {
      closeToast.current?.()
      closeToast.current = toast({ title, action: { label: t('sdk.undo'), onPress: () => void take(wayBack) } })
    }
  }
  return {
    change(emails, wanted) {
      const done = wanted.folder ?? (wanted.isRead === true ? 'read' : 'unread')
      const title = t(`mail.emails.changed.${done}`, { count: emails.length })
      void apply(changesOf(emails, wanted), changesBack(emails, wanted), title)
    },
    label(emails, labelId, isOn) {
      const changed = emails.filter(({ labels }) => labels.includes(labelId) !== isOn)
      const title = t(`mail.emails.changed.${isOn ? 'labeled' : 'unlabeled'}`, { count: changed.length })
      void apply(labelsOf(changed, labelId, isOn), labelsOf(changed, labelId, !isOn), title)
    },
    undo() {
      const last = back.current.at(-1)
      if (last === undefined) toast({ title: t('mail.emails.nothingToUndo') })
      else void take(last)
    },
  }
}

/** Shows emails changed wherever they are shown, until the server has answered. */
function showAs(cache: OptimisticCache, ids: readonly string[], change: <One extends Email>(email: One) => One): void {
  const changed = new Set(ids)
  const shown = <One extends Email>(one: One): One => (changed.has(one.id) ? change(one) : one)
  cache.update(listEmails, (page) => ({ ...page, items: page.items.map(shown) }))
  cache.update(listConversation, (page) => ({ ...page, items: page.items.map(shown) }))
  cache.update(readEmail, shown)
}

/** The IDs of emails, in as many parts as the server takes at once. */
function inParts(emails: readonly Email[]): readonly (readonly string[])[] {
  const count = Math.ceil(emails.length / mailLimits.changedAtOnce)
  return Array.from({ length: count }, (_, at) =>
    emails.slice(at * mailLimits.changedAtOnce, (at + 1) * mailLimits.changedAtOnce).map(({ id }) => id),
  )
}

function changesOf(emails: readonly Email[], change: EmailChange): readonly Step[] {
  return inParts(emails).map((ids) => ({ kind: 'change', input: { ids: [...ids], ...change } }))
}

function labelsOf(emails: readonly Email[], labelId: string, isOn: boolean): readonly Step[] {
  const change = isOn ? { add: [labelId] } : { remove: [labelId] }
  return inParts(emails).map((ids) => ({ kind: 'label', input: { ids: [...ids], ...change } }))
}

/** The changes that restore emails, those with the same state together. */
function changesBack(emails: readonly Email[], change: EmailChange): readonly Step[] {
  const groups = Map.groupBy(emails, ({ folder, isRead }) => `${folder} ${isRead}`)
  return [...groups.values()].flatMap((group) => {
    const [{ folder, isRead } = { folder: 'inbox' as const, isRead: false }] = group
    return changesOf(group, {
      ...(change.folder !== undefined && { folder }),
      ...(change.isRead !== undefined && { isRead }),
    })
  })
}
