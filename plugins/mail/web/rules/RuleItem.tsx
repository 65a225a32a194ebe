import { useState } from 'react'
import {
  Confirm,
  type GripHandlers,
  Icon,
  MenuItem,
  RowMenu,
  Toggle,
  useMutation,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import { applyRule, changeRule, deleteRule, listEmails, listMailboxes, listRules, type MailRule } from '../../shared.ts'
import { useRuleText } from './useRuleText.ts'

export interface RuleItemProps {
  readonly rule: MailRule
  readonly place: number
  readonly isLast: boolean
  readonly grip: GripHandlers
  /** Its part in a drag. */
  readonly drop: 'dragged' | 'above' | 'below' | undefined
  readonly onMove: (by: -1 | 1) => void
  readonly onEdit: () => void
}

const dropClass = { dragged: 'opacity-55', above: 'border-t-accent', below: 'border-b-accent' } as const

/** A rule as a sentence, with all that can be done with it. */
export function RuleItem({ rule, place, isLast, grip, drop, onMove, onEdit }: RuleItemProps) {
  const { t } = useTranslation()
  const { conditions, actions } = useRuleText(rule)
  const { name } = rule
  const { mutate, isPending } = useMutation(changeRule, { invalidates: [listRules] })
  const setOn = (isOn: boolean) => {
    const { id, match, conditions: given, actions: done } = rule
    mutate({ id, name, isOn, match, conditions: [...given], actions: done })
  }
  return (
    <li className={`group rounded-card border border-line bg-raised p-4 ${drop === undefined ? '' : dropClass[drop]}`}>
      <div className="flex items-center gap-1">
        <span {...grip} aria-hidden className="flex size-6 shrink-0 cursor-grab touch-none items-center text-muted">
          <Icon name="menu" size={16} />
        </span>
        <h2 className="min-w-0 flex-1 text-sm font-semibold wrap-anywhere">{name}</h2>
        <Toggle
          calls={changeRule}
          label={t('mail.rules.isOn', { name })}
          checked={rule.isOn}
          disabled={isPending}
          onChange={setOn}
        />
        <RuleMenu {...{ rule, place, isLast, onMove, onEdit }} />
      </div>
      <p className="mt-2 text-sm wrap-anywhere text-muted">{conditions}</p>
      <p className="text-sm wrap-anywhere">{actions}</p>
    </li>
  )
}

type RuleMenuProps = Pick<RuleItemProps, 'rule' | 'place' | 'isLast' | 'onMove' | 'onEdit'>

function RuleMenu({ rule: { id, name }, place, isLast, onMove, onEdit }: RuleMenuProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync } = useMutation(deleteRule, { invalidates: [listRules] })
  const apply = useMutation(applyRule, {
    invalidates: [listEmails, listMailboxes],
    onSuccess: () => toast({ tone: 'positive', title: t('mail.rules.applied') }),
  })
  return (
    <>
      <RowMenu name={name} busy={apply.isPending}>
        <MenuItem calls={changeRule} icon="pencil" onSelect={onEdit}>
          {t('mail.rules.edit')}
        </MenuItem>
        <MenuItem icon="inbox" onSelect={() => apply.mutate({ id })}>
          {t('mail.rules.apply')}
        </MenuItem>
        <MenuItem icon="arrow-up" disabled={place === 0} onSelect={() => onMove(-1)}>
          {t('mail.rules.up')}
        </MenuItem>
        <MenuItem icon="arrow-down" disabled={isLast} onSelect={() => onMove(1)}>
          {t('mail.rules.down')}
        </MenuItem>
        <MenuItem icon="trash" danger onSelect={() => setAsked(true)}>
          {t('mail.rules.delete')}
        </MenuItem>
      </RowMenu>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('mail.rules.delete')}
        confirmLabel={t('mail.rules.delete')}
        variant="danger"
        onConfirm={() => mutateAsync({ id })}
      >
        {t('mail.rules.deleteMeans', { name })}
      </Confirm>
    </>
  )
}
