import { useState } from 'react'
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorNote,
  HelpLink,
  LoadingRegion,
  PageHeader,
  Skeleton,
  useBreadcrumb,
  useCommand,
  useListDrag,
  useMutation,
  useParams,
  useQuery,
  useTranslation,
  type ListDrag,
} from '@host/plugin-sdk'
import { createRule, listRules, mailLimits, orderRules, readMailbox, type MailRule } from '../../shared.ts'
import { RuleDialog } from './RuleDialog.tsx'
import { RuleItem, type RuleItemProps } from './RuleItem.tsx'

/** The rules of a mailbox, in their order. */
export default function RulesPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { data: mailbox } = useQuery(readMailbox, { id })
  useBreadcrumb(mailbox?.address)
  const { data, error } = useQuery(listRules, { id })
  const [edited, setEdited] = useState<MailRule | 'new'>()
  const rules = data?.items
  const mayAdd = rules !== undefined && rules.length < mailLimits.rules
  const add = () => setEdited('new')
  useCommand({ id: 'mail.rules.add', label: t('mail.rules.add'), icon: 'plus', keys: 'c', enabled: mayAdd, run: add })
  return (
    <>
      <PageHeader
        title={t('mail.rules.title')}
        description={mailbox?.address}
        actions={
          <>
            <HelpLink slug="mail-rules" />
            <ButtonLink to={`/mail/mailboxes/${id}/forwarding`}>{t('mail.forwarding.title')}</ButtonLink>
            <Button calls={createRule} variant="primary" icon="plus" disabled={!mayAdd} onClick={add}>
              {t('mail.rules.add')}
            </Button>
          </>
        }
      />
      <ErrorNote error={error} />
      {rules === undefined && error === null && (
        <LoadingRegion>
          <Skeleton className="h-40 w-full" />
        </LoadingRegion>
      )}
      {rules?.length === 0 && <EmptyState title={t('mail.rules.none')}>{t('mail.rules.noneHelp')}</EmptyState>}
      {rules !== undefined && rules.length > 0 && <RuleList mailboxId={id} rules={rules} onEdit={setEdited} />}
      {edited !== undefined && <RuleDialog mailboxId={id} rule={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

interface RuleListProps {
  readonly mailboxId: string
  readonly rules: readonly MailRule[]
  readonly onEdit: (rule: MailRule) => void
}

function RuleList({ mailboxId, rules, onEdit }: RuleListProps) {
  const { mutate, error, isPending } = useMutation(orderRules, { invalidates: [listRules] })
  const move = (from: number, to: number) => {
    const ids = rules.map(({ id }) => id)
    const [moved] = ids.splice(from, 1)
    if (moved !== undefined && !isPending) mutate({ id: mailboxId, ids: ids.toSpliced(to, 0, moved) })
  }
  const { list, drag, gripOf } = useListDrag(move)
  return (
    <>
      <ErrorNote error={error} />
      <ol ref={list} className="flex flex-col gap-3">
        {rules.map((rule, place) => (
          <RuleItem
            key={rule.id}
            rule={rule}
            place={place}
            isLast={place === rules.length - 1}
            grip={gripOf(place)}
            drop={dropOf(drag, { place, count: rules.length })}
            onMove={(by) => move(place, place + by)}
            onEdit={() => onEdit(rule)}
          />
        ))}
      </ol>
    </>
  )
}

/** At which edge of a rule the dragged one would come. */
function dropOf(
  drag: ListDrag['drag'],
  { place, count }: { readonly place: number; readonly count: number },
): RuleItemProps['drop'] {
  if (drag === undefined) return undefined
  if (drag.place === place) return 'dragged'
  if (drag.before === place && drag.place !== place - 1) return 'above'
  return drag.before === count && place === count - 1 ? 'below' : undefined
}
