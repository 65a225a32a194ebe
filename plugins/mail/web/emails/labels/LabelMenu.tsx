import { useErrorText, useMutation, useQuery, useToast, useTranslation } from '@host/plugin-sdk'
import { Menu, MenuItem, MenuLabel } from '@host/plugin-sdk'
import type { ReactElement } from 'react'
import { labelEmails, listEmails, listLabels, mailLimits, readEmail, type Email } from '../../../shared.ts'

export interface LabelMenuProps {
  readonly targets: readonly Email[]
  readonly trigger: ReactElement
}

/** Gives emails a label, or takes it off where all of them have it. */
export function LabelMenu({ targets, trigger }: LabelMenuProps) {
  return (
    <Menu trigger={trigger}>
      <Labels targets={targets} />
    </Menu>
  )
}

/** Asked for when the menu opens. */
function Labels({ targets }: Pick<LabelMenuProps, 'targets'>) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const { data } = useQuery(listLabels, undefined, { errors: 'page' })
  const { mutate } = useMutation(labelEmails, {
    invalidates: [listEmails, readEmail],
    onError(error) {
      const { title, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: nextStep })
    },
  })
  const ids = targets.slice(0, mailLimits.changedAtOnce).map(({ id }) => id)
  const isOnAll = (label: string) => targets.every(({ labels }) => labels.includes(label))
  if (data === undefined) return <MenuLabel>{t('sdk.loading')}</MenuLabel>
  if (data.items.length === 0) return <MenuLabel>{t('mail.emails.noLabels')}</MenuLabel>
  return data.items.map(({ id, name }) => (
    <MenuItem
      key={id}
      icon={isOnAll(id) ? 'check' : 'tag'}
      onSelect={() => mutate({ ids, ...(isOnAll(id) ? { remove: [id] } : { add: [id] }) })}
    >
      {name}
    </MenuItem>
  ))
}
